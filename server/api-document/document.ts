/**
 * The API document in OpenAPI 3.1. It is built from the calls that `bind` and `bindPage` registered, so no call is
 * missing. A client can be generated from it.
 */

import program from '../../package.json' with { type: 'json' }
import type { Config } from '../lib/config.ts'
import type { Documented } from '../lib/documented.ts'
import { INTRO, TAGS } from './intro.ts'
import { OF_UPLOAD, operation } from './operation.ts'
import { PARAMETERS } from './parameters.ts'
import { pathParameters } from './path-parameters.ts'
import { REFUSAL_SCHEMAS } from './refusal-schemas.ts'
import { HEADERS, REFUSALS, refusalOfUpload, refusalsOf } from './refusals.ts'
import { convert } from './schemas.ts'
import type { Json } from './tidy-schema.ts'

/** Builds the document from all registered calls. */
export function apiDocument(documented: Documented[], { hut, appUrl }: Pick<Config, 'hut' | 'appUrl'>): Json {
  const received = convert(
    documented.flatMap(({ tag, query, body }) => [
      ...(query ? [{ schema: query, owner: 'Query' }] : []),
      ...(body ? [{ schema: body, owner: tag }] : [])
    ]),
    'input'
  )
  const returned = convert(
    documented.map(({ tag, response }) => ({ schema: response, owner: tag })),
    'output'
  )
  const paths: Record<string, Json> = {}
  for (const call of documented) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, received, returned) }
  }
  const used = new Set(documented.map(({ tag }) => tag))
  const document = {
    openapi: '3.1.0',
    info: {
      title: hut.name,
      version: program.version,
      description: INTRO,
      license: { name: 'GPL-2.0-or-later', identifier: 'GPL-2.0-or-later' }
    },
    servers: [{ url: appUrl ?? '/', description: 'This site' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        login: {
          type: 'apiKey',
          in: 'cookie',
          name: 'hut_login',
          description: 'Set by signing in. HttpOnly, SameSite=Lax, Secure where https is used.'
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'For programs: an access token that a person creates at `/account/programs`.'
        }
      },
      parameters: { ...PARAMETERS, ...pathParameters(documented) },
      headers: HEADERS,
      responses: { ...REFUSALS, Moved: MOVED, ...refusalsOfUploads(documented) },
      schemas: {} as Record<string, Json>
    }
  }
  document.components.schemas = reachable(document, {
    ...received.components,
    ...returned.components,
    ...REFUSAL_SCHEMAS
  })
  return document
}

const MOVED: Json = { description: 'It is at another address by now, which `Location` names.' }

function refusalsOfUploads(documented: Documented[]): Json {
  const names = documented.filter(({ takesFile }) => takesFile).flatMap(call => [...refusalsOf(call).values()])
  return Object.fromEntries(names.map(name => [name + OF_UPLOAD, refusalOfUpload(name)]))
}

/** The components that the document refers to, sorted by name. */
function reachable(document: Json, schemas: Record<string, Json>): Record<string, Json> {
  const wanted = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (wanted.has(name)) continue
      wanted.add(name)
      visit(schemas[name])
    }
  }
  visit(document)
  for (const name of SPOKEN_OF) {
    wanted.add(name)
    visit(schemas[name])
  }
  return Object.fromEntries([...wanted].sort().map(name => [name, schemas[name] as Json]))
}

/** Only the introduction names these components. */
const SPOKEN_OF = ['SocketMessageFromClient', 'SocketMessageFromServer']
