/** Reads JSON bodies. */
import type { FastifyInstance } from 'fastify'
import { invalid, Refused } from '../../../domain/lib/refusal.ts'

/** The most levels of nested objects and lists. The deepest form has eight. @internal */
export const MOST_LEVELS = 50

const TOO_DEEP = invalid('body', `This is nested too deeply. Use at most ${MOST_LEVELS} levels.`)

/**
 * Adds the JSON parser. An empty body is accepted, because some calls announce JSON and send nothing (`POST /logout`).
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (isDeeper(body as string, MOST_LEVELS)) done(new Refused(TOO_DEEP))
    else void parse(request, body as string, done)
  })
}

/** Whether a JSON text has more than `most` levels. Deeper bodies could overflow the stack of recursive code. */
function isDeeper(json: string, most: number): boolean {
  let level = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (isText) {
      if (character === '\\') at++
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{' || character === '[') {
      if (++level > most) return true
    } else if (character === '}' || character === ']') level--
  }
  return false
}
