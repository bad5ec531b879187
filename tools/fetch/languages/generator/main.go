// Generates the SDKs of other languages from the schema of the native provider: generator <schema> <version> <folder>. It also pins
// the language host of Java, which shares most of its modules.
package main

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-app-platform"

type files = map[string][]byte

// Each language gets a package of its own, since a generator changes the one it reads.
var languages = map[string]func(*schema.Package) (files, error){
	"go":     func(pkg *schema.Package) (files, error) { return golang.GeneratePackage(tool, pkg, nil) },
	"python": func(pkg *schema.Package) (files, error) { return python.GeneratePackage(tool, pkg, nil) },
	"dotnet": dotnetPackage,
	"java":   func(pkg *schema.Package) (files, error) { return java.GeneratePackage(tool, pkg, nil, false) },
}

// The generator of .NET loads a logo from a host, even where there is no network: here from its own process.
func dotnetPackage(pkg *schema.Package) (files, error) {
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
	return dotnet.GeneratePackage(tool, pkg, nil, nil)
}

func main() {
	if err := generate(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(file, version, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for language, generated := range languages {
		var spec schema.PackageSpec
		if err := json.Unmarshal(text, &spec); err != nil {
			return err
		}
		spec.Version = version
		pkg, err := schema.ImportSpec(spec, nil)
		if err != nil {
			return err
		}
		written, err := generated(pkg)
		if err != nil {
			return fmt.Errorf("%s: %w", language, err)
		}
		for name, content := range written {
			path := filepath.Join(folder, language, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(path, content, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
