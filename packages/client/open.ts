// Shapes that the OpenAPI document leaves open, as the service writes them: where a block comes from.

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
