declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default function show(options: Readonly<Record<string, unknown>>): void;
}
