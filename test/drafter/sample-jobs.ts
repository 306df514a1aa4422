// Realistic jobs for the drafter's tests.

import type { DraftInputs, StepContext } from '../../src/engine/drafter/drafter.ts'

export const quietContext: StepContext = { signal: new AbortController().signal, addUsage: () => {} }

/** job makes inputs from what a test cares about. */
export function job(overrides: Partial<DraftInputs> & { title?: string } = {}): DraftInputs {
  const { title, ...rest } = overrides
  return {
    document: { id: 1, title: title ?? 'Rotate API keys', summary: null, blocks: [], categoryPath: [] },
    notes: '',
    material: [],
    related: [],
    previous: null,
    answers: [],
    actions: [],
    linkExists: () => true,
    ...rest,
  }
}

export const HOW_TO_NOTES = `Audience: operators. Keep it short.
Mention that old keys keep working for 24 hours after a rotation.
Don't mention the legacy XML console.

API keys should be rotated every 90 days, and at once when a laptop is lost. A rotation makes a second key and retires the first one.

You need the editor role and the \`galley\` command line, version 2.4 or later.

To rotate a key:

1. Open **Settings > Keys** and note the id of the key.
2. Create the new key:
   \`\`\`sh
   galley keys rotate --id 42
   \`\`\`
3. Put the new key into the deployment's secret store.
4. Restart the workers.

Check with a request that the new key works:

\`\`\`sh
curl -H "Authorization: Bearer $KEY" https://docs.example.org/api/docs
\`\`\`

If the request answers 401, the key was copied with a line break at its end. See [Secrets](/read/secrets) for where keys are stored.
`

export const HOW_TO_MATERIAL = {
  title: 'Old wiki page',
  text: `# Keys

Every integration has its own key. Keys are shown once, when they are made.

The legacy XML console can rotate keys too, but nobody should use it.

Old keys keep working for 48 hours after a rotation.

## Problems

- \`401\` after rotation: the worker still holds the old key, restart it.
- \`409\`: another rotation of the same key is under way. Wait a minute.
`,
}

export const RELATED = [
  {
    id: 7,
    slug: 'secrets',
    title: 'Where secrets are stored',
    markdown: `Secrets live in the vault of each cluster.\n\n## Keys\n\nAn API key in the vault is encrypted with the cluster key. Rotating a key requires the editor role.\n\n## Backups\n\nThe vault is backed up nightly at 02:00.`,
  },
  {
    id: 8,
    slug: 'lunch',
    title: 'Canteen opening hours',
    markdown: 'The canteen opens at 11:30. Soup is served first.',
  },
]

export const REFERENCE_NOTES = `Kind: reference
Sections: Overview, Request, Parameters, Responses, Limits

The search endpoint finds documents by words in title, tags, summary and body.

\`\`\`http
GET /api/docs/search?q=backup&limit=20
\`\`\`

| parameter | type | default | meaning |
|---|---|---|---|
| q | string | | the words to look for |
| limit | integer | 20 | how many results, at most 100 |

It answers 200 with a list of documents, and 422 when \`limit\` is out of bounds.

At most 60 requests a minute are answered per address.
`

export const GERMAN_NOTES = `Preise nicht erwähnen. Bitte kurz halten.

Die Sicherung läuft jede Nacht um 02:30 Uhr und wird 14 Tage lang aufbewahrt. Sie enthält die Datenbank und alle hochgeladenen Dateien.

Voraussetzung ist ein Konto mit der Rolle „Administrator“ und mindestens 20 GB freier Speicherplatz.

1. Melden Sie sich am Server an.
2. Starten Sie die Sicherung mit \`galley backup\`.
3. Kopieren Sie die Datei auf einen zweiten Rechner.

Ob die Sicherung gelungen ist, zeigt die letzte Zeile des Protokolls. Die Preise stehen im Vertrag.
`

export const RUSSIAN_NOTES = `Пишите кратко.

Резервная копия создаётся каждую ночь в 02:30 и хранится 14 дней. В неё входят база данных и загруженные файлы.

Требуется учётная запись с ролью администратора и 20 ГБ свободного места.

1. Войдите на сервер.
2. Запустите \`galley backup\`.
3. Скопируйте файл на другой компьютер.

Если в журнале появилась ошибка «disk full», освободите место и запустите команду снова.
`

export const JAPANESE_NOTES = `価格には触れないでください。

バックアップは毎晩2時30分に実行され、14日間保存されます。データベースとアップロードされたファイルが含まれます。

管理者のアカウントと20GBの空き容量が必要です。

1. サーバーにログインします。
2. \`galley backup\` を実行します。
3. ファイルを別のコンピューターにコピーします。

ログにエラーが表示された場合は、空き容量を確認してください。価格は契約書に記載されています。
`
