// Package generate writes the SDKs of some languages from the schema of the native provider. Its modules of Pulumi are those of the
// program that uses it.
package generate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// Tool is named in each file.
const Tool = "pulumi-app-platform"

// Files are contents by path.
type Files = map[string][]byte

// Bind makes a package of a schema.
type Bind = func(schema.PackageSpec) (*schema.Package, error)

// Generator makes the files of the SDK for one language.
type Generator = func(*schema.Package) (Files, error)

// Main is the program: <language> <schema> <version> <folder>.
func Main(bind Bind, generators map[string]Generator) {
	if err := generate(bind, generators[os.Args[1]], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(bind Bind, generator Generator, file, version, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	spec.Version = version
	pkg, err := bind(spec)
	if err != nil {
		return err
	}
	written, err := generator(pkg)
	if err != nil {
		return err
	}
	for name, content := range written {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
