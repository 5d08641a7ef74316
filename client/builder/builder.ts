/**
 * The state of the builder's form: values, errors, undo, and the draft (lib/drafts/kept-drafts.ts). Components read it
 * with `useBuilder`, so that a field deep in a part needs no chain of props. With a selector, they re-render only when the
 * selected value changes, because a plan may have hundreds of rows.
 */

import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Plan } from '../../domain/activities/plan.ts'
import { inPlaces } from '../../domain/activities/plan-edit.ts'
import { layOut, type Timeline } from '../../domain/activities/timeline.ts'
import { parseDuration } from '../../domain/lib/duration.ts'
import { type History, NO_HISTORY, record, redo, undo, without as withoutStep } from '../../domain/lib/edits/history.ts'
import { merge } from '../../domain/lib/edits/merge.ts'
import { own } from '../../domain/lib/own.ts'
import { readPlanText } from '../../domain/plans/read-text.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { serverNow } from '../lib/dates/server-clock.ts'
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
import { getUser } from '../lib/user.ts'
import { checkLive } from './check-form.ts'
import { NO_DATE, readDate } from './fields/date-text.ts'
import type { Form, Kind } from './form.ts'

export interface Builder extends State, Steps {
  kind: Kind
  /** Status of the edited session; 0 for everything else. */
  status: 0 | 1 | 2
  /** Messages by the path of their field. */
  errors: Record<string, string>
  timeline: Timeline
}

/** A draft of an earlier visit. */
export interface BuilderDraft extends KeptDraft<Form> {
  /** Texts that are not a duration yet, by the key of their field. */
  typed?: Record<string, string>
}

/** The part of the state that undo and redo restore. */
interface Content {
  form: Form
  /** Texts that are not a duration yet, by the key of their field. */
  typed: Record<string, string>
}

interface State extends Content {
  refused: Record<string, string>
  isChanged: boolean
  /** Fields that keep their own text start again when this number changes. */
  revision: number
  making: Making
  /** The draft that this visit writes. */
  draftId: string
  /** Whether the browser could store the draft. */
  isKept: boolean
  /** The drafts of earlier visits, until they are restored or discarded. */
  drafts: readonly BuilderDraft[]
  history: History<Content>
  /** The stored version that the form began from. */
  base: Stored<Form>
}

interface Steps {
  set: (change: Partial<Form>) => void
  /** Changes the plan. Changes with the same `drag` are one step for undo. */
  plan: (step: (plan: Plan) => Plan, drag?: object) => void
  /** Stores a text that is not a duration yet, or null once the field shows what it understood. */
  type: (key: string, text: string | null) => void
  /** Makes all changes during the call one step for undo. */
  together: (change: () => void) => void
  undo: () => void
  redo: () => void
  /** Returns the id of the latest step, for `undoStep`. */
  latest: () => number
  /** Undoes that step and keeps later ones. */
  undoStep: (id: number) => void
  refuse: (errors: Record<string, string>) => void
  /** Stores the key with the draft, so that a retry after a reload uses the same one. */
  setMaking: (making: Making) => void
  restore: (draft: BuilderDraft) => void
  discard: (draft: BuilderDraft) => void
  offer: (drafts: readonly BuilderDraft[]) => void
  /** Stores the form as the draft of this visit. */
  keep: () => void
  /** Gives the form another start, such as another activity to copy. Edited fields stay (D-71). */
  begin: (base: Stored<Form>, path: string) => void
  /** Replaces fields that a file or a preset fills in, as one step for undo. */
  fill: (fields: Partial<Form>) => void
  /** Shows the form merged with a newer version, which becomes its base (D-140). */
  join: (form: Form, base: Stored<Form>) => void
}

export interface BuilderStore {
  get: () => Builder
  subscribe: (listener: () => void) => () => void
}

/** Creates the builder of a page. Pass its store to `BuilderProvider`. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `start` is a new object with each render; the path identifies it
  useEffect(() => begin({ form: start, revision: began }, path), [path, begin])
  useEffect(() => holdDraft(draftId), [draftId])
  useEffect(() => {
    const own = store.get().draftId
    return findDrafts<Form>(path, getUser()?.id ?? null, found =>
      offer(found.filter(({ id, form, base }) => id !== own && isPlan(form) && isPlan(base.form)))
    )
  }, [path, offer, store])
  // biome-ignore lint/correctness/useExhaustiveDependencies: all values that a draft contains
  useEffect(() => {
    if (isChanged || making.sent.length > 0) keep()
  }, [path, form, typed, isChanged, making, base, draftId, keep])

  return { ...builder, store }
}

/** Returns a builder with the same form. Its changes reach neither the page nor a draft. */
export function copyStore({ get }: BuilderStore): BuilderStore {
  const { kind, form, base, status } = get()
  return createStore(kind, { ...base, form }, '', status)
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

/** The earliest start that people may choose, in ms, or null if they cannot choose one. */
export function startsAt(kind: Kind, status: 0 | 1 | 2): number | null {
  return kind === 'session' && status === SessionStatus.NotStarted ? serverNow() : null
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

  /** Replaces the whole form, for changes that no field has made. */
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
    // Clears all errors of the plan, because the server's messages name positions in the old plan.
    plan: (to, drag) => change(({ form }) => ({ form: { ...form, ...inPlaces(to(form)) } }), PLAN, drag),
    type: (key, text) => {
      if (text !== null) change(({ typed }) => ({ typed: { ...typed, [key]: text } }), [])
      else {
        // This is no step for undo, because nobody typed it.
        setState(state => {
          const { [key]: _, ...typed } = state.typed
          return { ...state, typed }
        })
      }
    },
    together: run => {
      // Typing is grouped by its field already.
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
    undoStep: id => {
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
    fill: fields => {
      const { form, typed, history } = get()
      const { [PLAN_TEXT]: _, ...others } = typed
      const [from, to] = [
        { form, typed },
        { form: { ...form, ...fields }, typed: others }
      ]
      show(to, record(history, from, to, { field: null, at: Date.now() }))
    },
    join: (form, base) => {
      show({ form, typed: get().typed })
      setState(state => ({ ...state, base }))
    }
  }
}

/**
 * Merges a draft with the version that is stored now. If both changed the same field, the draft keeps its own base, and
 * saving asks the person (D-140).
 */
function ontoStart({ form, base }: BuilderDraft, start: Stored<Form>): Pick<BuilderDraft, 'form' | 'base'> {
  if (base.revision === start.revision) return { form, base }
  const { merged, clashes } = merge(base.form, form, start.form)
  return clashes.length === 0 ? { form: merged, base: start } : { form, base }
}

/** Rejects drafts of an earlier version of the app that have no plan. */
function isPlan({ parts, tasks }: Partial<Form>): boolean {
  return Array.isArray(parts) && Array.isArray(tasks)
}

const PLAN = ['parts', 'tasks', 'timers'] as const

/** The focused text field. Typing into it without a pause is one step for undo. */
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

/** The store, for event handlers that read the state without re-rendering. */
export function useBuilderStore(): BuilderStore {
  const store = useContext(Context)
  if (!store) throw new Error('This belongs in a builder.')
  return store
}

/** The whole builder, or the value that `select` returns. `select` must return an equal value while nothing has changed. */
export function useBuilder(): Builder
export function useBuilder<T>(select: (builder: Builder) => T): T
export function useBuilder<T>(select?: (builder: Builder) => T): Builder | T {
  const { subscribe, get } = useBuilderStore()
  const read = () => (select ? select(get()) : get())
  return useSyncExternalStore(subscribe, read, read)
}

/** These fields of the form. Re-renders only when one of them changes. */
export function useFields<Name extends keyof Form>(...names: Name[]): Pick<Form, Name> {
  const last = useRef<Pick<Form, Name> | null>(null)
  return useBuilder(({ form }) => {
    const before = last.current
    if (before && names.every(name => before[name] === form[name])) return before
    last.current = Object.fromEntries(names.map(name => [name, form[name]])) as Pick<Form, Name>
    return last.current
  })
}

/** The key of the plan as text. */
export const PLAN_TEXT = 'form plan'

/** The error of the first text that is not a duration, a date or a plan, among fields that still exist. */
export function unreadable(typed: Record<string, string>, form: Form): string | null {
  const all = JSON.stringify(form)
  for (const [key, text] of Object.entries(typed)) {
    const [owner = ''] = key.split(' ')
    if (owner !== 'form' && !all.includes(owner)) continue
    if (key === PLAN_TEXT) {
      const [problem] = readPlanText(text).problems
      if (problem) return `The plan as text: ${problem.message}`
      continue
    }
    const isDate = key.endsWith(' started_at')
    if (isDate && readDate(text) === undefined) return NO_DATE
    const parsed = parseDuration(isDate ? '' : text)
    if (!parsed.ok) return parsed.message
  }
  return null
}

/** The error of the field with this path. */
export function useError(path: string): string | undefined {
  return useBuilder(({ errors }) => own(errors, path))
}

/** Whether anything below a path has an error, apart from the named fields. */
export function hasErrors(errors: Record<string, string>, path: string, except: readonly string[] = []): boolean {
  return Object.keys(errors).some(
    field => field.startsWith(`${path}.`) && !except.includes(field.slice(path.length + 1))
  )
}
