/** The parameters of queries and headers. */
import { CONTENT_STATES } from '../../domain/admin/content-api.ts'
import { REQUEST_KEY } from '../../domain/lib/fields.ts'
import type { PageQuery } from '../../domain/lib/page.ts'
import { LEDGER_ACTIONS } from '../../domain/tokens/tokens.ts'
import type { Json } from './tidy-schema.ts'

export const parameterRef = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

export function queryParameters({ properties = {}, required = [] }: Json): Json[] {
  return Object.entries(properties as Record<string, Json>).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    ...(description === undefined ? {} : { description }),
    schema
  }))
}

export const PAGE_QUERY: Record<PageQuery, Json> = {
  page: { description: 'Which page of the list.', schema: { type: 'integer', minimum: 1, maximum: 1_000_000 } },
  q: { description: 'Words to search for; the first 100 characters count.', schema: { type: 'string' } },
  category: {
    description: 'The id or slug of a category; an unknown one matches nothing.',
    schema: { type: 'string' }
  },
  difficulty: { description: '3 easy, 4 normal, 6 difficult.', schema: { type: 'integer', enum: [3, 4, 6] } },
  joined: { description: '1: only what I joined or follow.', schema: { type: 'integer', enum: [1] } },
  templates: { description: '1: only templates.', schema: { type: 'integer', enum: [1] } },
  copy: { description: 'The slug of the activity to begin with.', schema: { type: 'string' } },
  template: { description: 'The slug of the template to begin with.', schema: { type: 'string' } },
  hut: { description: 'The slug or id of the group to begin with.', schema: { type: 'string' } },
  challenge: { description: 'The slug of the activity to run.', schema: { type: 'string' } },
  goal: { description: 'The id of a goal of mine.', schema: { type: 'integer', minimum: 1 } },
  action: { description: 'Only logs with this action.', schema: { type: 'string' } },
  session: { description: 'The id of a session.', schema: { type: 'integer', minimum: 1 } },
  unattached: { description: '1: only goals that no session has.', schema: { type: 'integer', enum: [1] } },
  show: { description: 'Which list of the page.', schema: { type: 'string' } },
  month: { description: 'Only this month in UTC, such as 2026-11.', schema: { type: 'string' } },
  seen: {
    description: 'Only people who were here in this many days: 1 or 7.',
    schema: { type: 'integer', enum: [1, 7] }
  },
  decided: { description: '1: the reports that a moderator has decided.', schema: { type: 'integer', enum: [1] } },
  state: { description: 'Only things in this state.', schema: { type: 'string', enum: [...CONTENT_STATES] } },
  before: { description: 'Only rows with a lower id.', schema: { type: 'integer', minimum: 1 } },
  reason: {
    description: 'Only entries of the ledger with this action.',
    schema: { type: 'string', enum: [...LEDGER_ACTIONS] }
  }
}

export const PARAMETERS: Record<string, Json> = {
  Person: {
    name: 'X-Person',
    in: 'header',
    description: 'For whom the call is meant: the id of a person, or `visitor`.',
    schema: { type: 'string' }
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Names one intent: a retry with the same key makes and charges nothing more, and another body with it is refused with 422.',
    schema: { type: 'string', pattern: REQUEST_KEY.source }
  },
  DoneAt: {
    name: 'X-Done-At',
    in: 'header',
    description: 'When it was done, for what waited for a connection.',
    schema: { type: 'string', format: 'date-time' }
  },
  CsrfToken: {
    name: 'X-CSRF-TOKEN',
    in: 'header',
    description: 'Not needed; verified where it is sent.',
    schema: { type: 'string' }
  }
}
