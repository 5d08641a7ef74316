/** Makes the list of tools from the contracts: their input from the API document, their scope from their feature. */
import type { Scope } from '../../domain/accounts/access-tokens/scopes.ts'
import type { Tool } from '../../domain/assistants/tool.ts'
import { TOOLS } from '../../domain/assistants/tools.ts'
import { REQUEST_KEY } from '../../domain/lib/fields.ts'
import { own } from '../../domain/lib/own.ts'
import { apiDocument } from '../api-document/document.ts'
import { scopeOf } from '../api-document/operation.ts'
import type { Json } from '../api-document/tidy-schema.ts'
import type { Config } from '../lib/config.ts'
import type { Documented } from '../lib/documented.ts'

/** Where a call takes an argument. */
export type Place = 'path' | 'query' | 'body' | 'key'

/** A tool with its call. */
export interface Ready {
  tool: Tool
  call: Documented
  scope: Scope
  inputSchema: { type: 'object' } & Json
  places: ReadonlyMap<string, Place>
}

/** The argument for `Idempotency-Key`. */
const KEY = 'idempotency_key'
const KEY_SCHEMA = {
  type: 'string',
  pattern: REQUEST_KEY.source,
  description: 'Names this intent, such as a new uuid. A second use with the same key changes nothing more.'
}
/** Fields that only the pages of this site send. */
const OF_PAGES = ['client_uuid', 'elapsed_duration', 'remaining_duration']

/** The tools of the documented calls. */
export function readyTools(documented: readonly Documented[], config: Pick<Config, 'hut' | 'appUrl'>): Ready[] {
  const found = TOOLS.map(tool => {
    const call = documented.find(one => one.contract === tool.contract)
    const scope = call ? scopeOf(call) : null
    if (!call || scope === null) throw new Error(`no program may make the call of the tool ${tool.name}`)
    return { tool, call, scope }
  })
  const document = apiDocument(
    found.map(({ call }) => call),
    config
  )
  return found.map(one => ({ ...one, ...inputOf(document, one.call) }))
}

/** The input of a call, with the parameters of its address and query and the fields of its body side by side. */
function inputOf(document: Json, { method, path, keyed }: Documented): Pick<Ready, 'inputSchema' | 'places'> {
  const { paths, components } = document as { paths: Record<string, Json>; components: Components }
  const operation = own(own(paths, path.replace(/:(\w+)/g, '{$1}')), method.toLowerCase()) as Json
  const body = fieldsOf(operation.requestBody as Json | undefined, components.schemas)
  const places = new Map<string, Place>(Object.keys(body.properties).map(name => [name, 'body']))
  const properties = new Map<string, unknown>(Object.entries(body.properties))
  const required = new Set<unknown>(body.required)
  for (const sent of operation.parameters as Json[]) {
    // A parameter of an address is a component.
    const parameter = typeof sent.$ref === 'string' ? own(components.parameters, lastOf(sent.$ref)) : sent
    const { name, in: place, schema, description, required: isRequired } = parameter as Record<string, Json>
    if (String(place) !== 'path' && String(place) !== 'query') continue
    if (places.has(String(name))) continue
    places.set(String(name), String(place) as Place)
    properties.set(String(name), { ...schema, ...(description ? { description } : {}) })
    if (isRequired) required.add(name)
  }
  if (keyed) {
    places.set(KEY, 'key')
    properties.set(KEY, KEY_SCHEMA)
  }
  for (const name of OF_PAGES) {
    places.delete(name)
    properties.delete(name)
  }
  const named = { properties: Object.fromEntries(properties), required: [...required].map(String) }
  return {
    places,
    inputSchema: withDefinitions({ type: 'object', ...named, additionalProperties: false }, components.schemas)
  }
}

interface Components {
  schemas: Json
  parameters: Json
}

const lastOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** The fields of a JSON body that is an object, or an object or null. */
function fieldsOf(requestBody: Json | undefined, schemas: Json): { properties: Json; required: string[] } {
  const content = requestBody?.content as Record<string, { schema: Json }> | undefined
  const schema = objectIn(content?.['application/json']?.schema, schemas)
  return { properties: (schema?.properties ?? {}) as Json, required: (schema?.required ?? []) as string[] }
}

function objectIn(schema: Json | undefined, schemas: Json): Json | undefined {
  if (schema === undefined || 'properties' in schema) return schema
  if (typeof schema.$ref === 'string') return objectIn(own(schemas, nameIn(schema.$ref)) as Json, schemas)
  const choices = (schema.anyOf ?? []) as Json[]
  return choices.map(choice => objectIn(choice, schemas)).find(choice => choice !== undefined && 'properties' in choice)
}

const COMPONENTS = '#/components/schemas/'
const nameIn = (ref: string): string => ref.slice(COMPONENTS.length)

/** Adds the components that a schema refers to, because it leaves the API document. */
function withDefinitions(schema: { type: 'object' } & Json, schemas: Json): Ready['inputSchema'] {
  const used = new Map<string, unknown>()
  const collect = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      const component = own(schemas, name)
      used.set(name, component)
      collect(component)
    }
  }
  collect(schema)
  if (used.size === 0) return schema
  const text = JSON.stringify({ ...schema, $defs: Object.fromEntries(used) })
  return JSON.parse(text.replaceAll(COMPONENTS, '#/$defs/'))
}
