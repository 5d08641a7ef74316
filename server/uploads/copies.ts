/**
 * Copies the pictures of other sites in a text before the text is saved (D-141), because a picture on another site
 * would tell that site who reads what. The text then names the copy. A picture that cannot be copied stays out of the
 * text, and the response says so to the person who saves.
 */
import type { FastifyReply } from 'fastify'
import { CONFIRM_FIRST } from '../../domain/accounts/may-call.ts'
import { MOST_PICTURE_BYTES } from '../../domain/lib/limits.ts'
import { invalid, Refused, refuse } from '../../domain/lib/refusal.ts'
import type { Uploaded } from '../../domain/uploads/api.ts'
import { leftOutText, PICTURES_LEFT_OUT } from '../../domain/uploads/left-out.ts'
import type { Dependencies } from '../dependencies.ts'
import { cleanAhead, safeHtml } from '../lib/html.ts'
import { refusalResponse } from '../lib/http/errors.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { type Copy, replaced, sourcesIn } from './foreign-pictures.ts'
import { fetchPublic, NotLoaded } from './public-fetch.ts'
import { keepPicture, toWire } from './uploads.ts'

/** The most copies in one save. The next save copies the others. */
const MOST_COPIES = 20
/** The time limit for all pictures of a save together. */
const LONGEST_MS = 20_000

/** A call that saves a text. */
export interface Save<Body> {
  viewer: SignedIn
  body: Body
  reply: FastifyReply
}

/** For calls that store a new text. */
export const everybodyMay = async (): Promise<void> => {}

/**
 * Returns the body with copies of the foreign pictures in each text called `content`. Names the pictures that could not
 * be copied in a header. The body's texts are cleaned when they are stored, because this replaces words in them.
 * @param mayWrite runs before anything is fetched, and refuses people who may not save the text
 */
export async function withOwnPictures<Body>(
  deps: Dependencies,
  { viewer, body, reply }: Save<Body>,
  mayWrite: () => Promise<unknown>
): Promise<Body> {
  const cleaned = await cleanAhead(body)
  const sources = new Set([...cleaned.values()].flatMap(html => sourcesIn(deps, html)))
  if (sources.size === 0) return body
  await mayWrite()
  const copies = await copyAll(deps, viewer, sources)
  const leftOut = [...copies].flatMap(([source, copy]) =>
    'reason' in copy ? [{ address: addressIn(source), reason: copy.reason }] : []
  )
  if (leftOut.length > 0) void reply.header(PICTURES_LEFT_OUT, leftOutText(leftOut))
  return forContents(body, html => replaced(deps, cleaned.get(html) ?? safeHtml(html), copies)) as Body
}

function copyAll(deps: Dependencies, viewer: SignedIn, sources: Set<string>): Promise<Map<string, Copy>> {
  return inTime(deps, async signal => {
    const copies = new Map<string, Copy>()
    for (const source of sources) {
      const copy =
        copies.size < MOST_COPIES
          ? await copyOf(deps, viewer, source, signal)
          : { reason: `only ${MOST_COPIES} are copied at once; insert it again` }
      copies.set(source, copy)
    }
    return copies
  })
}

/** The address in the text of an HTML attribute. */
const addressIn = (source: string): string => source.replaceAll('&amp;', '&')

function forContents(value: unknown, change: (html: string) => string): unknown {
  if (Array.isArray(value)) return value.map(one => forContents(one, change))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    key === 'content' && typeof one === 'string' && one.includes('<img') ? change(one) : forContents(one, change)
  ])
  return Object.fromEntries(entries)
}

/** Copies a picture that a person inserts by its address, so that the editor can show it. Refuses if that fails. */
export async function copyPicture(deps: Dependencies, userId: number, address: string): Promise<Uploaded> {
  try {
    return await inTime(deps, signal => copyFrom(deps, userId, address, signal))
  } catch (error) {
    if (error instanceof NotLoaded) return refuse(invalid('url', `This picture couldn’t be copied: ${error.message}.`))
    throw error
  }
}

/** Passes a signal that aborts after 20 seconds. */
async function inTime<Result>(
  { clock }: Dependencies,
  work: (signal: AbortSignal) => Promise<Result>
): Promise<Result> {
  const late = new AbortController()
  const cancel = clock.after(LONGEST_MS, () => late.abort())
  try {
    return await work(late.signal)
  } finally {
    cancel()
  }
}

async function copyFrom(deps: Dependencies, userId: number, address: string, signal: AbortSignal): Promise<Uploaded> {
  const made = await keepPicture(deps, userId, path =>
    fetchPublic(deps.network, address, path, { mostBytes: MOST_PICTURE_BYTES, signal })
  )
  return toWire(made)
}

async function copyOf(deps: Dependencies, viewer: SignedIn, source: string, signal: AbortSignal): Promise<Copy> {
  try {
    if (viewer.is_unconfirmed) return { reason: lowered(CONFIRM_FIRST) }
    await deps.take(viewer, { pictures: 1 })
    return { copied: await copyFrom(deps, viewer.id, addressIn(source), signal) }
  } catch (error) {
    if (error instanceof NotLoaded) return { reason: error.message }
    if (error instanceof Refused) return { reason: lowered(refusalResponse(error.refusal).body.message) }
    throw error
  }
}

/** Makes a sentence fit after other words: "This picture is too large." becomes "this picture is too large". */
function lowered(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
}
