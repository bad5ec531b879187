// Generates the SDKs of .NET and Java, whose generators need older modules of Pulumi than the CLI that is tested. The module also pins
// the language host of Java.
package main

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"net/http/httptest"

	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"pulumi-app-platform/tools/languages/generate"
)

var generators = map[string]generate.Generator{
	"dotnet": dotnetPackage,
	"java": func(pkg *schema.Package) (generate.Files, error) {
		// The SDK has a pom.xml of its own. With "legacy build files", there are none of Gradle, which would write the version that the
		// classes read.
		return java.GeneratePackage(generate.Tool, pkg, nil, nil, false, true)
	},
}

// The generator of .NET loads a logo from a host, even where there is no network: here from its own process.
func dotnetPackage(pkg *schema.Package) (generate.Files, error) {
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		logo := image.NewRGBA(image.Rect(0, 0, 64, 64))
		// As in docs/public/icon.svg.
		for bar, fill := range map[image.Rectangle]color.RGBA{
			image.Rect(6, 6, 58, 22):  {R: 0x34, G: 0x51, B: 0xb2, A: 0xff},
			image.Rect(6, 24, 42, 40): {R: 0x56, G: 0x72, B: 0xcd, A: 0xff},
			image.Rect(6, 42, 26, 58): {R: 0xa8, G: 0xb1, B: 0xff, A: 0xff},
		} {
			draw.Draw(logo, bar, image.NewUniform(fill), image.Point{}, draw.Src)
		}
		_ = png.Encode(response, logo)
	}))
	defer server.Close()
	pkg.LogoURL = server.URL
	return dotnet.GeneratePackage(generate.Tool, pkg, nil, nil)
}

func bind(spec schema.PackageSpec) (*schema.Package, error) {
	return schema.ImportSpec(spec, nil, schema.ValidationOptions{})
}

func main() { generate.Main(bind, generators) }
