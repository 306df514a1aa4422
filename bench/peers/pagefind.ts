// The part of Pagefind's API that run.ts uses. The package is not installed with the project, and neither are its types.

type PagefindRecord = { url: string; content: string; language: string; meta: Record<string, string> }
type PagefindIndex = {
  addCustomRecord: (record: PagefindRecord) => Promise<unknown>
  writeFiles: (options: { outputPath: string }) => Promise<unknown>
}
export declare const createIndex: () => Promise<{ index: PagefindIndex }>
