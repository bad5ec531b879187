// Generates the SDKs of Go and Python as the CLI that is tested does.
package main

import (
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"pulumi-app-platform/tools/languages/generate"
)

var generators = map[string]generate.Generator{
	"go": func(pkg *schema.Package) (generate.Files, error) {
		return golang.GeneratePackage(generate.Tool, pkg, nil)
	},
	"python": func(pkg *schema.Package) (generate.Files, error) {
		return python.GeneratePackage(generate.Tool, pkg, nil, nil)
	},
}

// The schema refers to no other package.
type noPackages struct{ schema.ReferenceLoader }

func bind(spec schema.PackageSpec) (*schema.Package, error) {
	return schema.ImportSpec(spec, nil, noPackages{}, schema.ValidationOptions{})
}

func main() { generate.Main(bind, generators) }
