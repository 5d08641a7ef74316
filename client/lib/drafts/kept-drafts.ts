/**
 * Drafts of forms in the browser's storage, so that neither a reload nor a lost connection loses typed text. Each
 * visit of a form writes its own draft, and holds a lock with the draft's name while it is open. So tabs do not
 * overwrite each other, and the draft of an open tab is not offered to another tab. A draft without a lock is offered
 * when its form opens again, until it is restored, discarded or too old.
 *
 * The surprising rule: without locks (an address that is not secure) the drafts of open tabs are offered too.
 */
import type { Making } from '../make-once.ts'
import type { Stored } from '../merged-save.ts'
import { readStoredJson, store } from '../storage.ts'

export interface KeptDraft<Form> {
  id: string
  /** Identifies the form: an address, or a name that no other form has. */
  item: string
  form: Form
  /** The values and revision that the form began with (D-140). */
  base: Stored<Form>
  /** Makes the form create one thing, however often it is sent. */
  making: Making
  /** Milliseconds since 1970. */
  at: number
  /** The author's id; null for a visitor. */
  user: number | null
}
type AnyDraft = KeptDraft<object>

const KEY = 'draft '
/** Drafts that this browser has no space for. They last as long as the page. */
const unkept = new Map<string, AnyDraft>()
/** Per person in one browser. */
const MOST = 20
const OLD_MS = 30 * 24 * 60 * 60 * 1000

/** Returns whether the draft was stored. Storage may be full, or refused in private windows. */
export function keepDraft(draft: AnyDraft): boolean {
  const isNew = read(KEY + draft.id) === null
  if (isNew) forgetOld(draft)
  return write(draft)
}

/** @internal Used by tests only, to simulate closing the page. */
export const forgetUnkept = (): void => unkept.clear()

export function forgetDraft(id: string): void {
  unkept.delete(KEY + id)
  store(KEY + id, null)
}

/** Continues a draft under another id. Removes the earlier one first, because there may not be space for both. */
export function continueDraft(earlier: AnyDraft, draft: AnyDraft): boolean {
  forgetDraft(earlier.id)
  if (write(draft)) return true
  write(earlier)
  unkept.delete(KEY + earlier.id)
  return false
}

/** Locks the draft for this tab. Call the result to release it. */
export function holdDraft(id: string): () => void {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  void locks()?.request(KEY + id, () => held)
  return release
}

/**
 * Passes the drafts of a form that no open tab is editing, the newest first. Omits drafts of other people. The result
 * cancels the search.
 */
export function findDrafts<Form extends object>(
  item: string,
  user: number | null,
  found: (drafts: KeptDraft<Form>[]) => void
): () => void {
  let isAsked = true
  const tell = (living: ReadonlySet<string>): void => {
    if (!isAsked) return
    const drafts = readAll().filter(draft => draft.item === item && (draft.user === null || draft.user === user))
    found(drafts.filter(({ id }) => !living.has(KEY + id)) as KeptDraft<Form>[])
  }
  const all = locks()
  if (all) void all.query().then(({ held = [] }) => tell(new Set(held.map(({ name = '' }) => name))))
  else tell(new Set())
  return () => {
    isAsked = false
  }
}

function forgetOld({ user, at }: AnyDraft): void {
  const own = readAll().filter(draft => draft.user === user)
  for (const [index, draft] of own.entries()) {
    if (index >= MOST - 1 || at - draft.at > OLD_MS) forgetDraft(draft.id)
  }
}

/** The newest first. */
function readAll(): AnyDraft[] {
  const stored = storedNames().filter(name => name.startsWith(KEY) && !unkept.has(name))
  return [...unkept.values(), ...stored.flatMap(name => read(name) ?? [])].toSorted((a, b) => b.at - a.at)
}

function storedNames(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  } catch {
    return []
  }
}

function read(key: string): AnyDraft | null {
  const kept = readStoredJson(key) as AnyDraft | null
  return kept?.form && kept.base?.form ? kept : null
}

function write(draft: AnyDraft): boolean {
  const isStored = store(KEY + draft.id, JSON.stringify(draft))
  if (isStored) unkept.delete(KEY + draft.id)
  else unkept.set(KEY + draft.id, draft)
  return isStored
}

function locks(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator as { locks?: LockManager }).locks
}
