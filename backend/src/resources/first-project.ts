/** The project of the environments that a platform begins with. */
export const firstProject = {
  id: "9407ec70-5a6b-4c7d-8e9f-0a1b2c3d4e0e",
  name: "main",
  createdAt: "2025-01-01T00:00:00.000Z",
} as const;
