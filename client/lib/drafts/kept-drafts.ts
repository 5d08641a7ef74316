/**
 * What was typed and not saved, kept in this browser, so that neither a reload nor a lost connection takes it. Each visit
 * of a form writes a draft of its own, and holds a lock with the draft's name as long as it lasts. So tabs do not write
 * over each other, and what a living tab types is not offered to another one. A draft that nobody holds is offered where
 * its form is opened next, and stays until it is restored, discarded or old.
 *
 * The rule that surprises: without locks (an address that is not secure) the drafts of living tabs are offered too.
 */
import type { Making } from '../make-once.ts'
import type { Stored } from '../merged-save.ts'

export interface KeptDraft<Form> {
  id: string
  /** What its form is about: an address, or a name of the form's own. */
  item: string
  form: Form
  /** What the form began from (D-140). */
  base: Stored<Form>
  /** Of the one thing that this form makes, however often it is sent. */
  making: Making
  /** Milliseconds since 1970. */
  at: number
  /** Whose it is; null for a visitor's. */
  user: number | null
}
type AnyDraft = KeptDraft<object>

const KEY = 'draft '
/** What this browser has no room for lives as long as the page, by its name. */
const unkept = new Map<string, AnyDraft>()
/** Of one person in one browser. */
const MOST = 20
const OLD_MS = 30 * 24 * 60 * 60 * 1000

/** Returns whether it could be kept: storage may be full, or refused in private windows. */
export function keepDraft(draft: AnyDraft): boolean {
  const isNew = read(KEY + draft.id) === null
  if (isNew) forgetOld(draft)
  return write(draft)
}

/** @internal Asked by tests alone, as when the page is closed. */
export const forgetUnkept = (): void => unkept.clear()

export function forgetDraft(id: string): void {
  unkept.delete(KEY + id)
  try {
    localStorage.removeItem(KEY + id)
  } catch {}
}

/** A draft that is continued under another id. Together they may be more than there is room for. */
export function continueDraft(earlier: AnyDraft, draft: AnyDraft): boolean {
  forgetDraft(earlier.id)
  if (write(draft)) return true
  write(earlier)
  unkept.delete(KEY + earlier.id)
  return false
}

/** Marks the draft as one of a living tab, until the result is called. */
export function holdDraft(id: string): () => void {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  void locks()?.request(KEY + id, () => held)
  return release
}

/**
 * Hands over the drafts of a form that no tab works on, the newest first. Nobody sees the draft of another person. The
 * result takes the question back.
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
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as AnyDraft | null
    return kept?.form && kept.base?.form ? kept : null
  } catch {
    return null
  }
}

function write(draft: AnyDraft): boolean {
  try {
    localStorage.setItem(KEY + draft.id, JSON.stringify(draft))
    unkept.delete(KEY + draft.id)
    return true
  } catch {
    unkept.set(KEY + draft.id, draft)
    return false
  }
}

function locks(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator as { locks?: LockManager }).locks
}
