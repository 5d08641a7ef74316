/**
 * Converts the schemas of the contracts to JSON Schema. A schema that several calls share becomes a named component.
 */
import * as z from 'zod/mini'
import { loginRow } from '../../domain/accounts/api.ts'
import { passkeyRow } from '../../domain/accounts/passkeys/passkey.ts'
import { subscription, user } from '../../domain/accounts/user.ts'
import { activity } from '../../domain/activities/api.ts'
import { activityForm, draft } from '../../domain/activities/builder-api.ts'
import { part, partGroup, task, taskGroup } from '../../domain/activities/plan.ts'
import { invoice, paymentMethod, product, renewal } from '../../domain/billing/api.ts'
import { breadcrumbs, card, hut, linked, term } from '../../domain/browse/api.ts'
import { chatMessage } from '../../domain/chat/api.ts'
import { goal, sharing } from '../../domain/goals/api.ts'
import { goalFields, innerTimer, listItem, quickLogButton, timer } from '../../domain/goals/goal.ts'
import { sharedGoal } from '../../domain/goals/sharing-api.ts'
import { group } from '../../domain/groups/api.ts'
import { imported, importedLog } from '../../domain/import/api.ts'
import { date, flag, link, responseDate, uuid } from '../../domain/lib/fields.ts'
import { activityList } from '../../domain/lists/api.ts'
import { clean, goalTotals, log } from '../../domain/logs/api.ts'
import { note } from '../../domain/notes/api.ts'
import { post } from '../../domain/posts/post.ts'
import {
  follow,
  followingCard,
  programme,
  programmeCard,
  programmeOfToday,
  programmeWeek
} from '../../domain/programmes/api.ts'
import { paraphrase } from '../../domain/publishing/api.ts'
import { item } from '../../domain/publishing/item.ts'
import { person } from '../../domain/publishing/person.ts'
import { inboxEntry } from '../../domain/reminders/api.ts'
import { goalReminder } from '../../domain/reminders/goal-api.ts'
import { series, seriesDate } from '../../domain/series/api.ts'
import { memberGoal, template } from '../../domain/session-goals/api.ts'
import { livePoll, participant, session, sessionTask, summary } from '../../domain/sessions/api.ts'
import { sessionDraft, sessionForm } from '../../domain/sessions/builder-api.ts'
import { fromPage, fromServer, update } from '../../domain/socket/messages.ts'
import { ledgerEntry } from '../../domain/tokens/api.ts'
import { uploaded } from '../../domain/uploads/api.ts'
import { WORDS } from './words.ts'

type Schema = z.ZodMiniType
export type Json = { [key: string]: unknown }

const NAMED: Record<string, Schema> = {
  Activity: activity,
  ActivityForm: activityForm,
  ActivityList: activityList,
  Breadcrumbs: breadcrumbs,
  Card: card,
  Category: term,
  ChatMessage: chatMessage,
  Clean: clean,
  Draft: draft,
  Goal: goal,
  GoalReminder: goalReminder,
  GoalTotals: goalTotals,
  Group: hut,
  GroupWithActivities: group,
  Import: imported,
  ImportedLog: importedLog,
  Invoice: invoice,
  Item: item,
  LedgerEntry: ledgerEntry,
  ListItem: listItem,
  LivePoll: livePoll,
  Link: linked,
  Log: log,
  Login: loginRow,
  MemberGoal: memberGoal,
  NestedTimer: innerTimer,
  Note: note,
  InboxEntry: inboxEntry,
  Paraphrase: paraphrase,
  Passkey: passkeyRow,
  PaymentMethod: paymentMethod,
  Plan: product,
  Part: part,
  PartGroup: partGroup,
  Participant: participant,
  Person: person,
  Picture: uploaded,
  PlanGoal: task,
  PlanGoalGroup: taskGroup,
  Post: post,
  QuickLogButton: quickLogButton,
  QuickLogButtons: goalFields.quick_log_buttons,
  Renewal: renewal,
  Series: series,
  Programme: programme,
  ProgrammeCard: programmeCard,
  ProgrammeWeek: programmeWeek,
  ProgrammeFollow: follow,
  ProgrammeFollowing: followingCard,
  ProgrammeOfToday: programmeOfToday,
  SeriesDate: seriesDate,
  Session: session,
  SessionDraft: sessionDraft,
  SessionForm: sessionForm,
  SessionGoal: sessionTask,
  SessionGoalTemplate: template,
  SessionUpdate: update,
  SharedGoal: sharedGoal,
  Sharing: sharing,
  Subscription: subscription,
  Timer: timer,
  Totals: summary,
  User: user
}

/** The messages of the socket, which no operation has. */
const SOCKET: Record<'input' | 'output', Record<string, Schema>> = {
  input: { SocketMessageFromClient: fromPage },
  output: { SocketMessageFromServer: fromServer }
}

/** A schema, and the first part of the keys in WORDS that describe its fields if it has no name. */
export interface Given {
  schema: Schema
  owner: string
}

/** Converted schemas. */
export interface Converted {
  components: Record<string, Json>
  /** The JSON Schema of one of the given schemas; a `$ref` if it has a name. */
  of: (schema: Schema) => Json
}

/**
 * Converts schemas.
 * @param schemas the schemas of the operations
 * @param io input and output differ: in input a field with a default may be missing, and a flag may be a boolean
 */
export function convert(schemas: Iterable<Given>, io: 'input' | 'output'): Converted {
  const registry = z.registry<{ id: string }>()
  const names = new Map<Schema, string>()
  const owners = new Map<string, string>()
  const add = (schema: Schema, id: string): void => {
    registry.add(schema, { id })
    names.set(schema, id)
  }
  for (const [name, schema] of Object.entries(NAMED)) add(schema, io === 'input' ? `${name}Input` : name)
  for (const [name, schema] of Object.entries(SOCKET[io])) add(schema, name)
  const shared = names.size
  for (const { schema, owner } of schemas) {
    if (names.has(schema)) continue
    const id = `unnamed${names.size - shared}`
    add(schema, id)
    owners.set(id, owner)
  }

  const { schemas: made } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: id => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, shapeOf(zodSchema as unknown as Schema, io))
    }
  })
  const components: Record<string, Json> = {}
  const rest: Record<string, Json> = {}
  for (const [id, { $schema: _, $id: __, ...schema }] of Object.entries(made as Record<string, Json>)) {
    const owner = owners.get(id)
    ;(owner === undefined ? components : rest)[id] = tidied(schema, io, owner ?? id) as Json
  }
  return {
    components,
    of(schema) {
      const id = names.get(schema) ?? ''
      return rest[id] ?? { $ref: `#/components/schemas/${id}` }
    }
  }
}

const ANY_UUID = '^[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}$'
const ANY_LINK = '^[hH][tT][tT][pP][sS]?://[^\\s]+$'

/** Adds what JSON Schema cannot see in our field types: hand-written checks and results of transformations. */
function shapeOf(schema: Schema, io: 'input' | 'output'): Json {
  if (schema === responseDate || schema === date) return { type: 'string', format: 'date-time' }
  // JSON Schema patterns have no flag for upper and lower case. Output may contain uuids of clients in another form, so
  // only input has the format.
  if (schema === uuid) return { pattern: ANY_UUID, ...(io === 'input' ? { format: 'uuid' } : {}) }
  if (link._zod.def.options.includes(schema as never) && 'checks' in schema._zod.def) return { pattern: ANY_LINK }
  if (schema === flag && io === 'output') return { enum: [0, 1] }
  return {}
}

/** Keywords whose values are schemas by name. */
const BY_NAME = ['properties', '$defs']

/** Adds descriptions to fields, and shortens records with known keys, "or null" and whole numbers. */
function tidied(given: unknown, io: 'input' | 'output', owner: string): unknown {
  if (Array.isArray(given)) return given.map(item => tidied(item, io, owner))
  if (typeof given !== 'object' || given === null) return given
  const value = withKeys(given as Json)
  const schema: Json = {}
  for (const [key, inner] of Object.entries(value)) {
    if (!BY_NAME.includes(key)) schema[key] = tidied(inner, io, owner)
    else {
      const fields = Object.entries(inner as Record<string, Json>).map(([name, field]) => [
        name,
        describedAs(name, owner, tidied(field, io, owner) as Json)
      ])
      schema[key] = Object.fromEntries(fields)
    }
  }
  if (Array.isArray(schema.enum) && schema.enum.every(Number.isInteger)) schema.type = 'integer'
  if (Number.isInteger(schema.const)) schema.type = 'integer'
  // Readers expect these limits of JavaScript numbers anyway.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER && io === 'output') delete schema.maximum
  return orNull(schema)
}

/** Turns a record with known keys into an ordinary object. */
function withKeys({ propertyNames, ...schema }: Json): Json {
  const names = (propertyNames as Json | undefined)?.enum
  if (!Array.isArray(names)) return propertyNames === undefined ? schema : { propertyNames, ...schema }
  const { additionalProperties, ...rest } = schema
  const properties = Object.fromEntries(names.map(name => [name, additionalProperties]))
  return { ...rest, properties, additionalProperties: false }
}

function orNull(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || (anyOf[1] as Json).type !== 'null') return schema
  const [value] = anyOf as Json[]
  if (typeof value?.type !== 'string' || 'enum' in value || 'const' in value) return schema
  return { ...value, type: [value.type, 'null'], ...rest }
}

function describedAs(name: string, owner: string, field: Json): Json {
  // The status of a log also appears in unnamed bodies and in other components.
  const key = name === 'status' && isOneOfLogs(field) && owner !== 'QuickLogButton' ? 'Log' : owner
  const description = WORDS[`${key.replace(/Input$/, '')}.${name}`] ?? WORDS[name]
  return description === undefined ? field : { ...field, description }
}

/** Only logs have a status above 2. */
function isOneOfLogs({ enum: values, anyOf }: Json): boolean {
  if (Array.isArray(anyOf)) return anyOf.some(one => isOneOfLogs(one as Json))
  return Array.isArray(values) && values.some(value => Number(value) > 2)
}
