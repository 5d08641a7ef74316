/**
 * The form on screen: what was typed, what is wrong with it, how to take it back, and that it is kept (lib/drafts/kept-drafts.ts).
 * Components read it by `useBuilder`, so that a field deep in a part needs no chain of properties, and with a selector
 * are rendered again only when what they read has changed: a plan may have hundreds of rows.
 */

import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { Plan } from '../../domain/activities/plan.ts'
import { inPlaces } from '../../domain/activities/plan-edit.ts'
import { layOut, type Timeline } from '../../domain/activities/timeline.ts'
import { parseDuration } from '../../domain/lib/duration.ts'
import { type History, NO_HISTORY, record, redo, undo, without as withoutStep } from '../../domain/lib/history.ts'
import { merge } from '../../domain/lib/merge.ts'
import { own } from '../../domain/lib/own.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import {
  continueDraft,
  findDrafts,
  forgetDraft,
  holdDraft,
  type KeptDraft,
  keepDraft
} from '../lib/drafts/kept-drafts.ts'
import { type Making, newMaking } from '../lib/make-once.ts'
import type { Stored } from '../lib/merged-save.ts'
import { serverNow } from '../lib/server-clock.ts'
import { getUser } from '../lib/user.ts'
import { checkLive } from './check-form.ts'
import { NO_DATE, readDate } from './fields/date-text.ts'
import type { Form, Kind } from './form.ts'

export interface Builder extends State, Steps {
  kind: Kind
  /** Status of the edited session; 0 for everything else. */
  status: 0 | 1 | 2
  /** By path of the field. */
  errors: Record<string, string>
  timeline: Timeline
}

/** What an earlier visit typed. */
export interface BuilderDraft extends KeptDraft<Form> {
  /** Durations that could not be read yet, by key of their field. */
  typed?: Record<string, string>
}

/** What undo and redo bring back. */
interface Content {
  form: Form
  /** Texts that are no duration yet, by key of their field. */
  typed: Record<string, string>
}

interface State extends Content {
  refused: Record<string, string>
  isChanged: boolean
  /** Fields that keep their own text start again when it changes. */
  revision: number
  making: Making
  /** The draft that this visit writes. */
  draftId: string
  /** Whether the draft could be written. */
  isKept: boolean
  /** The drafts of earlier visits, until they are restored or discarded. */
  drafts: readonly BuilderDraft[]
  history: History<Content>
  /** What the form began from. */
  base: Stored<Form>
}

interface Steps {
  set: (change: Partial<Form>) => void
  /** With the same `drag`, steps are one for undo. */
  plan: (step: (plan: Plan) => Plan, drag?: object) => void
  /** A text that is no duration yet; null once the field shows what was understood. */
  type: (key: string, text: string | null) => void
  /** What is changed meanwhile is one step for undo. */
  together: (change: () => void) => void
  undo: () => void
  redo: () => void
  /** Names the latest step for `takeBack`. */
  latest: () => number
  /** Takes that step back, and nothing that came after it. */
  takeBack: (id: number) => void
  refuse: (errors: Record<string, string>) => void
  /** Kept with the draft, so that a retry after a reload is known as one. */
  setMaking: (making: Making) => void
  restore: (draft: BuilderDraft) => void
  discard: (draft: BuilderDraft) => void
  offer: (drafts: readonly BuilderDraft[]) => void
  /** Keeps what was typed as the draft of this visit. */
  keep: () => void
  /** Another start for the same form, such as another activity to copy: what was typed stays (D-71). */
  begin: (base: Stored<Form>, path: string) => void
  /** Shows what was joined of the form and a newer state, which it began from then (D-140). */
  join: (form: Form, base: Stored<Form>) => void
}

export interface BuilderStore {
  get: () => Builder
  subscribe: (listener: () => void) => () => void
}

/** Its store is for `BuilderProvider`. */
export function useNewBuilder(
  kind: Kind,
  start: Form,
  path: string,
  status: 0 | 1 | 2 = 0,
  began = 0
): Builder & { store: BuilderStore } {
  const [store] = useState(() => createStore(kind, { form: start, revision: began }, path, status))
  const builder = useSyncExternalStore(store.subscribe, store.get, store.get)
  const { form, typed, isChanged, making, base, draftId, keep, begin, offer } = builder

  // biome-ignore lint/correctness/useExhaustiveDependencies: `start` is new with each rendering, and belongs to the path
  useEffect(() => begin({ form: start, revision: began }, path), [path, begin])
  useEffect(() => holdDraft(draftId), [draftId])
  useEffect(() => {
    const own = store.get().draftId
    return findDrafts<Form>(path, getUser()?.id ?? null, found =>
      offer(found.filter(({ id, form, base }) => id !== own && isPlan(form) && isPlan(base.form)))
    )
  }, [path, offer, store])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever a draft holds
  useEffect(() => {
    if (isChanged || making.sent.length > 0) keep()
  }, [path, form, typed, isChanged, making, base, draftId, keep])

  return { ...builder, store }
}

function createStore(kind: Kind, base: Stored<Form>, path: string, status: 0 | 1 | 2): BuilderStore {
  const start = base.form
  const listeners = new Set<() => void>()
  const setState = (change: (state: State) => State): void => {
    const state = change(now)
    const isSameForm = state.form === now.form
    if (!isSameForm) live = checkLive(state.form, startsAt(kind, status)).fields
    const errors = isSameForm && state.refused === now.refused ? now.errors : { ...live, ...state.refused }
    now = { ...now, ...state, errors, timeline: isSameForm ? now.timeline : timelineOf(state.form) }
    for (const listener of listeners) listener()
  }
  let live = checkLive(start, startsAt(kind, status)).fields
  let now: Builder = {
    kind,
    status,
    form: start,
    typed: {},
    refused: {},
    errors: live,
    timeline: timelineOf(start),
    isChanged: false,
    revision: 0,
    making: newMaking(),
    draftId: randomUuid(),
    isKept: true,
    drafts: [],
    history: NO_HISTORY,
    base,
    ...stepsOf(setState, () => now, path)
  }
  return {
    get: () => now,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

/** The earliest start that may be chosen, in ms; null where none can be. */
export function startsAt(kind: Kind, status: 0 | 1 | 2): number | null {
  return kind === 'session' && status === 0 ? serverNow() : null
}

function timelineOf(form: Form): Timeline {
  return layOut(form, form.started_at, form.duration)
}

function stepsOf(setState: (change: (state: State) => State) => void, get: () => State, path: string): Steps {
  let item = path
  let group: object | null = null

  function change(to: (state: State) => Partial<Content>, solved: readonly string[], drag?: object): void {
    setState(state => {
      const { form, typed } = state
      const content = { form, typed, ...to(state) }
      const held = drag ?? group
      const made = { field: held ?? focusedText(), at: Date.now(), isHeld: held !== null }
      return {
        ...state,
        ...content,
        refused: without(state.refused, solved),
        isChanged: true,
        history: record(state.history, { form, typed }, content, made)
      }
    })
  }

  /** Another state of the whole, which no field has typed. */
  function show({ form, typed }: Content, history?: History<Content>): void {
    setState(state => ({
      ...state,
      form: { ...form, ...inPlaces(form) },
      typed,
      refused: {},
      isChanged: true,
      revision: state.revision + 1,
      history: history ?? state.history
    }))
  }

  function step(to: typeof undo | typeof redo): void {
    const { form, typed, history } = get()
    const made = to<Content>(history, { form, typed })
    if (made) show(made.value, made.history)
  }

  const offer = (drafts: readonly BuilderDraft[]): void => setState(state => ({ ...state, drafts }))
  const draftOf = ({ draftId: id, form, base, typed, making }: State): BuilderDraft => {
    return { id, item, form, base, typed, making, at: Date.now(), user: getUser()?.id ?? null }
  }

  return {
    set: fields => change(({ form }) => ({ form: { ...form, ...fields } }), Object.keys(fields)),
    // The server's messages name places in the plan as it was.
    plan: (to, drag) => change(({ form }) => ({ form: { ...form, ...inPlaces(to(form)) } }), PLAN, drag),
    type: (key, text) => {
      if (text !== null) change(({ typed }) => ({ typed: { ...typed, [key]: text } }), [])
      else {
        // Nobody typed this.
        setState(state => {
          const { [key]: _, ...typed } = state.typed
          return { ...state, typed }
        })
      }
    },
    together: run => {
      // Typing is one step by its field.
      group = focusedText() ? null : {}
      try {
        run()
      } finally {
        group = null
      }
    },
    undo: () => step(undo),
    redo: () => step(redo),
    latest: () => get().history.id,
    takeBack: id => {
      const { form, typed, history } = get()
      const from = { form, typed }
      const to = withoutStep(history, id, from)
      if (to !== from) show(to, record(history, from, to, { field: null, at: Date.now() }))
    },
    refuse: refused => setState(state => ({ ...state, refused })),
    setMaking: making => setState(state => ({ ...state, making })),
    restore: draft => {
      const { isChanged, base: start } = get()
      if (isChanged) offer([...get().drafts, draftOf(get())])
      const draftId = isChanged ? randomUuid() : get().draftId
      const { form, base } = ontoStart(draft, start)
      show({ form, typed: draft.typed ?? {} }, NO_HISTORY)
      setState(state => {
        const restored = { ...state, base, draftId, making: draft.making ?? newMaking() }
        const isKept = continueDraft(draft, draftOf(restored))
        return { ...restored, isKept, drafts: state.drafts.filter(({ id }) => id !== draft.id) }
      })
    },
    discard: draft => {
      forgetDraft(draft.id)
      offer(get().drafts.filter(({ id }) => id !== draft.id))
    },
    offer,
    keep: () => {
      const isKept = keepDraft(draftOf(get()))
      if (isKept !== get().isKept) setState(state => ({ ...state, isKept }))
    },
    begin: (start, at) => {
      if (at === item) return
      item = at
      const { form, base, isChanged, typed } = get()
      show({ form: isChanged ? merge(base.form, form, start.form).merged : start.form, typed })
      setState(state => ({ ...state, base: start, isChanged }))
    },
    join: (form, base) => {
      show({ form, typed: get().typed })
      setState(state => ({ ...state, base }))
    }
  }
}

/**
 * A draft over what is stored now: what others saved since is in it, unless both changed the same, which is asked when it
 * is saved (D-140).
 */
function ontoStart({ form, base }: BuilderDraft, start: Stored<Form>): Pick<BuilderDraft, 'form' | 'base'> {
  if (base.revision === start.revision) return { form, base }
  const { merged, clashes } = merge(base.form, form, start.form)
  return clashes.length === 0 ? { form: merged, base: start } : { form, base }
}

/** A draft may be of an earlier version of the product. */
function isPlan({ parts, tasks }: Partial<Form>): boolean {
  return Array.isArray(parts) && Array.isArray(tasks)
}

const PLAN = ['parts', 'tasks', 'timers'] as const

/** The field for text that has the focus: what is typed into it without a pause is one step. */
function focusedText(): Element | null {
  const field = document.activeElement
  const isText = field?.matches('input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]')
  return field && isText ? field : null
}

function without(errors: Record<string, string>, fields: readonly string[]): Record<string, string> {
  const stays = Object.entries(errors).filter(([path]) => !fields.includes(path.split('.')[0] ?? ''))
  return Object.fromEntries(stays)
}

const Context = createContext<BuilderStore | null>(null)
export const BuilderProvider = Context.Provider

/** The store, for what is read when something is pressed. */
export function useBuilderStore(): BuilderStore {
  const store = useContext(Context)
  if (!store) throw new Error('This belongs into a builder.')
  return store
}

/** All of the builder, or what `select` takes of it: a value that is the same while nothing about it has changed. */
export function useBuilder(): Builder
export function useBuilder<T>(select: (builder: Builder) => T): T
export function useBuilder<T>(select?: (builder: Builder) => T): Builder | T {
  const { subscribe, get } = useBuilderStore()
  const read = () => (select ? select(get()) : get())
  return useSyncExternalStore(subscribe, read, read)
}

/** What is wrong with the first text that is no duration or date, of fields that are still there. */
export function unreadable(typed: Record<string, string>, form: Form): string | null {
  const all = JSON.stringify(form)
  for (const [key, text] of Object.entries(typed)) {
    const [owner = ''] = key.split(' ')
    if (owner !== 'form' && !all.includes(owner)) continue
    const isDate = key.endsWith(' started_at')
    if (isDate && readDate(text) === undefined) return NO_DATE
    const parsed = parseDuration(isDate ? '' : text)
    if (!parsed.ok) return parsed.message
  }
  return null
}

/** For a field that knows its path. */
export function useError(path: string): string | undefined {
  return useBuilder(({ errors }) => own(errors, path))
}

/** Whether something below a path is wrong, other than the named fields. */
export function hasErrors(errors: Record<string, string>, path: string, except: readonly string[] = []): boolean {
  return Object.keys(errors).some(
    field => field.startsWith(`${path}.`) && !except.includes(field.slice(path.length + 1))
  )
}
