import { startTransition, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { newPart, newPartGroup } from '../../../domain/activities/new-items.ts'
import { addGroup, addItem } from '../../../domain/activities/plan-edit.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { BuilderProvider, type BuilderStore, copyStore, useBuilderStore } from '../builder.ts'
import { Groups } from './PartsSection.tsx'

/**
 * Renders two parts of a copied plan into an element outside the page, once the browser is idle. Code is compiled when it
 * first runs, which took a slow phone half of the first press on "Add a part".
 */
export function WarmUp() {
  const store = useBuilderStore()
  /** One and two parts, while they are rendered. */
  const [stores, setStores] = useState<readonly BuilderStore[]>([])
  const [box] = useState(() => (typeof document === 'undefined' ? null : document.createElement('div')))
  useEffect(() => {
    // Safari has no idle callbacks.
    window.requestIdleCallback?.(() => {
      if (store.get().form.parts.length === 0) startTransition(() => setStores(rehearse(store)))
    })
  }, [store])
  useEffect(() => {
    if (stores.length > 0) startTransition(() => setStores(([_, ...later]) => later))
  }, [stores])
  const [current] = stores
  return (
    current &&
    box &&
    createPortal(
      <BuilderProvider value={current}>
        <Groups />
      </BuilderProvider>,
      box
    )
  )
}

function rehearse(store: BuilderStore): [BuilderStore, BuilderStore] {
  const group = newPartGroup(randomUuid(), newPart(randomUuid()))
  const one = copyStore(store)
  one.get().plan(plan => addGroup(plan, group))
  const two = copyStore(one)
  two.get().plan(plan => addItem(plan, group.uuid, newPart(randomUuid())))
  return [one, two]
}
