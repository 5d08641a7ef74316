/** The bodies of refusals. */
import type { Json } from './tidy-schema.ts'

const MESSAGE = { type: 'string', description: 'What to tell the person.' }
const ERROR = { type: 'string', description: 'The same text.' }
const TEXTS = { type: 'array', items: { type: 'string' }, description: 'Several reasons, where there are several.' }

const BY_FIELD = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'What to do about each wrong field, by its path, such as `challenge.tasks.0.title`.'
}

function body(more: Json = {}, required: string[] = []): Json {
  return {
    type: 'object',
    properties: { message: MESSAGE, error: ERROR, ...more },
    required: ['message', 'error', ...required],
    additionalProperties: false
  }
}

/** The bodies of refusals. */
export const REFUSAL_SCHEMAS: Record<string, Json> = {
  Refusal: body(),
  RefusalOfFields: body({ errors: BY_FIELD }, ['errors']),
  RefusalOfSize: body({ errors: { ...BY_FIELD, description: 'The field that is too long, where it is known.' } }),
  RefusalOfCharge: body(
    { error_code: { type: 'string', const: 'INSUFFICIENT_TOKENS', description: 'So that a program can tell.' } },
    ['error_code']
  ),
  RefusalOfRight: body({
    error_code: { type: 'string', const: 'WRONG_CODE', description: 'The code of the session is missing or wrong.' },
    errors: TEXTS
  }),
  RefusalOfPerson: body(
    { error_code: { type: 'string', const: 'OTHER_PERSON', description: 'So that a program can tell.' } },
    ['error_code']
  ),
  RefusalOfUpload: body({
    error: {
      type: 'object',
      properties: { message: MESSAGE },
      required: ['message'],
      additionalProperties: false,
      description: 'Why nothing was kept.'
    },
    error_code: { type: 'string', const: 'OTHER_PERSON', description: 'So that a program can tell.' },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'The same text, by the field.' }
  }),
  RefusalOfState: body({
    error_code: {
      type: 'string',
      const: 'OTHER_PERSON',
      description: 'Someone other than `X-Person` is signed in by now.'
    },
    errors: TEXTS,
    newer: {
      type: 'object',
      description: 'What is stored, as the form holds it, for a save that started from an older revision.',
      properties: { revision: { type: 'integer', description: 'To be sent with the next save.' } },
      required: ['revision'],
      additionalProperties: true
    }
  })
}
