// What a model's answers used, day by day: the budget of a day is one for all nodes.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: () => [
    `create table answer_tokens (
      day text primary key,
      calls bigint not null,
      input_tokens bigint not null,
      output_tokens bigint not null
    )`,
  ],
} satisfies MigrationSteps
