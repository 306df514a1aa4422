// Shapes that the service's description leaves open, as its contract says them: a block and where it comes from.

export type Block = { id: string; type: string; props?: Record<string, unknown>; content?: unknown; children?: Block[] }

export type ProvenanceSource = {
  kind: 'document' | 'material' | 'notes' | 'answer' | 'action' | 'draft'
  id: number | null
  title: string | null
  quote: string | null
}
export type Provenance = Record<
  string,
  { origin: 'model' | 'human' | 'answer' | 'notes' | 'source'; sources: ProvenanceSource[] }
>
