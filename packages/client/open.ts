// Types of fields that the OpenAPI document leaves open: a block's provenance.

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
