/**
 * Loads code on demand. The code may be missing, because there is no connection or because a new version has replaced it.
 * Nothing on screen disappears then: the missing component says that it waits, and appears once it has loaded. Only a page
 * whose code is gone reloads, and only if nobody would lose typed text.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { isServerThere, useTryAgain } from '../../lib/connection.ts'
import { onceAVisit } from '../../lib/storage.ts'
import { toast } from '../toasts/toast.tsx'

type Load<Part> = () => Promise<Part>
/** Gets the failure of the try before, or null. */
type Retry<Part> = (before: unknown) => Promise<Part>
/** `ask` tries again for a press, which gets a message each time. */
type Instead<Props> = ComponentType<{ retry: () => void; ask: () => void; props: Props; isGone?: boolean }>
type Meanwhile<Props> = ReactNode | ((props: Props, ask: () => void) => ReactNode)

const OFFLINE = 'late'

/** The server responds, but the code is missing. A toast has reported it, so `messageOf` has no text for it. */
export class CodeMissing extends Error {}

/** Loads code after a press. If a new version has replaced the code, a toast says so. */
export async function loadPart<Part>(load: Load<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (!(await isServerThere())) throw error
    tellNewVersion()
    throw new CodeMissing()
  }
}

/** A component that loads when it is first shown, or earlier with `preload`, which never rejects. */
type Late<Props> = ComponentType<Props> & { preload: () => Promise<void> }

/**
 * Returns a component that loads when it is first shown.
 * @param meanwhile is shown while it loads, and after a failure. Its `ask` tries again for a press
 */
export function late<Props extends object>(
  load: Load<ComponentType<Props>>,
  meanwhile?: Meanwhile<Props>
): Late<Props> {
  const loadOrTell = async (before: unknown): Promise<ComponentType<Props>> => {
    try {
      const part = await load()
      toast.hide(OFFLINE)
      return part
    } catch (error) {
      const isGone = await isServerThere()
      // Says it once, not with every try.
      if (!before || before instanceof CodeMissing !== isGone) (isGone ? tellNewVersion : tellOffline)()
      throw isGone ? new CodeMissing() : error
    }
  }
  const Instead: Instead<Props> = ({ retry, ask, props }) => {
    useTryAgain(retry)
    return shownFor(props, meanwhile, ask)
  }
  const { Late, find } = waiting(loadOrTell, Instead, meanwhile)
  // Says nothing without a connection, because nobody waits for it yet.
  const preload = async (): Promise<void> => {
    if (await load().catch(() => null)) await find(null).catch(() => {})
  }
  return Object.assign(Late, { preload })
}

/**
 * Loads the component of a page. Without a connection, returns one that tries again.
 * @param Instead is shown until that succeeds
 */
export function loadPage(load: Load<ComponentType>, Instead: Instead<object>): Promise<ComponentType> {
  const loadOrRenew = async (): Promise<ComponentType> => {
    try {
      return await load()
    } catch (error) {
      if (!(await isServerThere())) throw error
      renew()
      throw new CodeMissing()
    }
  }
  // Reloads only once it is shown, because only then the address bar has its address and the previous page is gone.
  return load().catch(error => {
    // On the server, the error leaves rendering the page to the browser.
    if (typeof window === 'undefined') throw error
    return waitFor(loadOrRenew, Instead)
  })
}

/**
 * Returns a component that loads when it is first shown.
 * @param Instead is shown after a failure, and tries again
 * @param meanwhile is shown while it loads
 */
export function waitFor<Props extends object>(
  load: Load<ComponentType<Props>>,
  Instead: Instead<Props>,
  meanwhile?: Meanwhile<Props>
): ComponentType<Props> {
  return waiting(load, Instead, meanwhile).Late
}

/** Also returns the function that loads the component before it is shown. */
function waiting<Props extends object>(
  load: Retry<ComponentType<Props>>,
  Instead: Instead<Props>,
  meanwhile: Meanwhile<Props>
) {
  let found: ComponentType<Props> | null = null
  const find = async (before: unknown): Promise<ComponentType<Props>> => {
    found = await load(before)
    return found
  }
  function Late(props: Props) {
    const [Part, setPart] = useState(() => found)
    const [failure, setFailure] = useState<unknown>(null)
    const run = (before: unknown): void => {
      find(before).then(part => setPart(() => part), setFailure)
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; `Instead` runs it again.
    useEffect(() => {
      if (!Part) run(null)
    }, [])
    if (Part) return <Part {...props} />
    if (failure) {
      const isGone = failure instanceof CodeMissing
      return <Instead retry={() => run(failure)} ask={() => run(null)} props={props} isGone={isGone} />
    }
    return shownFor(props, meanwhile)
  }
  return { Late, find }
}

function shownFor<Props>(props: Props, meanwhile: Meanwhile<Props>, ask = () => {}): ReactNode {
  return typeof meanwhile === 'function' ? meanwhile(props, ask) : meanwhile
}

/** Reloads this address from the new version. Once per version, because a file missing there too would reload forever. */
function renew(): void {
  if (hasUnsaved()) tellNewVersion()
  else if (onceAVisit(`renew ${import.meta.url}`)) window.location.reload()
}

/** Forms with unsaved text cancel this event, as they do when the tab is closed. */
function hasUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

function tellOffline(): void {
  toast.warning('You’re offline. We’ll load this when you reconnect.', { id: OFFLINE })
}

function tellNewVersion(): void {
  toast.info('A new version is here. Finish what you’re writing, then press Update.', {
    id: 'new-version',
    action: { label: 'Update', run: () => window.location.reload() }
  })
}
