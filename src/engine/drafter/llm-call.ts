// One question to the model: structured output checked against a schema and a judge, one repair, usage counted.
// The SDK and the provider are imported on first use, so that a worker with the built-in drafter never loads them.

import type { LanguageModel } from 'ai'
import type { Static, TSchema } from 'typebox'
import Value from 'typebox/value'
import type { Config } from '#config.ts'
import { DrafterFailure, type StepContext } from './drafter.ts'
import { createLimitedFetch, UnusableAnswer } from './llm-fetch.ts'

/** LlmConfig is the part of the settings that concerns drafting. */
export type LlmConfig = Pick<
  Config,
  'llmProvider' | 'llmBaseUrl' | 'llmApiKey' | 'llmModel' | 'llmTimeout' | 'llmMaxTokens'
>

/** Asking: `judge` turns a well-formed answer into the step's result, or throws UnusableAnswer with the reason. */
export type Asking<S extends TSchema, R> = {
  name: string
  schema: S
  system: string
  prompt: string
  judge: (answer: Static<S>) => R
}

/** askModel asks, and asks once more with the reason when the answer is unusable. */
export async function askModel<S extends TSchema, R>(
  config: LlmConfig,
  asking: Asking<S, R>,
  context: StepContext,
): Promise<R> {
  let problem = ''
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return asking.judge(await callOnce(config, asking, problem, context))
    } catch (error) {
      if (!(error instanceof UnusableAnswer)) throw error
      problem = error.message
    }
  }
  throw new DrafterFailure(`The model’s answer for the ${asking.name} stayed unusable after one repair: ${problem}.`, {
    retryable: false,
  })
}

async function callOnce<S extends TSchema, R>(
  config: LlmConfig,
  asking: Asking<S, R>,
  problem: string,
  context: StepContext,
): Promise<Static<S>> {
  context.signal.throwIfAborted()
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import('ai')
  // The SDK writes its warnings to the console, where the worker's log is JSON lines.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const repair =
    problem === ''
      ? ''
      : `\n\nYour last answer could not be used: ${problem}. Answer again, with JSON of the given schema only.`
  const started = performance.now()
  let tokens: { inputTokens: number | undefined; outputTokens: number | undefined } | undefined
  try {
    const result = await generateText({
      model: await openModel(config, context.signal),
      instructions: asking.system,
      prompt: asking.prompt + repair,
      output: Output.object({ schema: jsonSchema(structuredClone(asking.schema)), name: asking.name }),
      maxOutputTokens: config.llmMaxTokens,
      maxRetries: 0,
    })
    tokens = result.usage
    const answer: unknown = result.output
    if (!Value.Check(asking.schema, answer)) throw new UnusableAnswer(firstProblem(asking.schema, answer))
    return answer
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) tokens = error.usage ?? tokens
    throw tellFault(error, context.signal)
  } finally {
    context.addUsage({
      provider: config.llmProvider,
      model: config.llmModel,
      input_tokens: tokens?.inputTokens ?? 0,
      output_tokens: tokens?.outputTokens ?? 0,
      calls: 1,
      seconds: (performance.now() - started) / 1_000,
    })
  }
}

async function openModel(config: LlmConfig, signal: AbortSignal): Promise<LanguageModel> {
  const { llmApiKey: apiKey, llmModel: model, llmBaseUrl: baseURL } = config
  const fetch = createLimitedFetch(config.llmTimeout, signal)
  if (config.llmProvider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ apiKey, fetch, ...(baseURL === '' ? {} : { baseURL }) })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const key = apiKey === '' ? {} : { apiKey }
  return createOpenAICompatible({ name: 'model', baseURL, fetch, supportsStructuredOutputs: true, ...key })(model)
}

function firstProblem(schema: TSchema, answer: unknown): string {
  const [error] = Value.Errors(schema, answer)
  return error ? `${error.instancePath || 'the answer'} ${error.message}` : 'it does not fit the schema'
}

/** Our own failures pass; all else is the SDK saying that it could not read the answer. */
function tellFault(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof DrafterFailure || cause instanceof UnusableAnswer) return cause
  }
  // The SDK's own messages quote the answer, which may hold anything.
  return new UnusableAnswer('it was not the JSON that was asked for')
}
