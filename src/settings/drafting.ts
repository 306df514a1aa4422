// Settings of language model, drafts and answers.

import { oneOf, price, secret, text, url, whole } from './kinds.ts'

export const DRAFTING_SETTINGS = {
  llmProvider: oneOf(
    'GALLEY_LLM_PROVIDER',
    ['', 'openai-compatible', 'anthropic'],
    '',
    'Language model that drafts; empty uses the built-in drafter.',
  ),
  llmBaseUrl: url('GALLEY_LLM_BASE_URL', ['http:', 'https:'], "Address of the model's API."),
  llmApiKey: secret('GALLEY_LLM_API_KEY', "Key for the model's API."),
  llmModel: text('GALLEY_LLM_MODEL', '', 'Model to ask.'),
  llmTimeout: whole('GALLEY_LLM_TIMEOUT', 120, 1, 3_600, 'Seconds that one call to the model may take.'),
  llmMaxTokens: whole(
    'GALLEY_LLM_MAX_TOKENS',
    8_000,
    100,
    1_000_000,
    'Longest response to request from the model, in tokens.',
  ),
  llmFallbackModel: text('GALLEY_LLM_FALLBACK_MODEL', '', 'Model to ask when the first one stays unusable.'),
  llmVerify: oneOf(
    'GALLEY_LLM_VERIFY',
    ['on', 'off'],
    'on',
    'Whether a model judges each drafted sentence by its quotes.',
  ),
  llmVerifyModel: text('GALLEY_LLM_VERIFY_MODEL', '', 'Model that judges; empty asks the one that drafts.'),
  llmPriceIn: price('GALLEY_LLM_PRICE_IN', 'Price of a million input tokens, for the cost of a job; 0 shows none.'),
  llmPriceOut: price('GALLEY_LLM_PRICE_OUT', 'Price of a million output tokens.'),
  llmBudget: whole('GALLEY_LLM_BUDGET', 0, 0, 1_000_000_000, 'Tokens that a job may use; 0 sets no bound.'),
  ask: oneOf(
    'GALLEY_ASK',
    ['passage', 'model', 'off'],
    'passage',
    'What answers questions: a passage, word for word, or the language model, which quotes passages; off answers none.',
  ),
  askBudget: whole(
    'GALLEY_ASK_BUDGET',
    500_000,
    0,
    1_000_000_000,
    'Tokens a day that the answers of a model may use; 0 sets no bound. Beyond it, passages answer.',
  ),
  askTeam: oneOf(
    'GALLEY_ASK_TEAM',
    ['off', 'on'],
    'off',
    'Whether signed-in readers may ask the team what the documentation does not say, and hear when it is answered.',
  ),
  styleGuide: text(
    'GALLEY_STYLE_GUIDE',
    '',
    'Markdown file in the data folder that drafts follow, at most 20,000 characters: ~~struck~~ words are not to be written, bold list entries spell terms.',
  ),
  verifyBlocks: oneOf(
    'GALLEY_VERIFY_BLOCKS',
    ['off', 'on'],
    'off',
    'Whether open verify actions of a draft block its approval.',
  ),
  reviewByOthers: oneOf(
    'GALLEY_REVIEW_BY_OTHERS',
    ['off', 'on'],
    'off',
    'Whether nobody can approve a proposal of their own, whatever the rule of its category says.',
  ),
}
