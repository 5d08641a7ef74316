/**
 * Code that is loaded when it is needed. It may be out of reach, because the line is gone or because a new version has
 * taken its place. Then nothing on screen goes away: what was asked for says that it waits, and comes by itself. Only a
 * page whose code is gone is loaded anew, when nobody would lose what they typed.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { isServerThere, useTryAgain } from '../../lib/line.ts'
import { onceAVisit } from '../../lib/once-a-visit.ts'
import { toast } from '../toasts/toast.tsx'

type Load<Part> = () => Promise<Part>
type Instead = ComponentType<{ retry: () => void; isGone?: boolean }>

const OFFLINE = 'late'

/** The server is there, and the code is not. Where something was pressed it has been said (`messageOf`). */
export class Gone extends Error {}

/** Loads code for something that was pressed. That a new version has taken its place is said. */
export async function loadPart<Part>(load: Load<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (!(await isServerThere())) throw error
    tellNewVersion()
    throw new Gone()
  }
}

/** A component that is loaded when it is first shown. */
export function late<Props extends object>(
  load: Load<ComponentType<Props>>,
  meanwhile?: ReactNode
): ComponentType<Props> {
  const loadOrTell = async (): Promise<ComponentType<Props>> => {
    try {
      const part = await loadPart(load)
      toast.hide(OFFLINE)
      return part
    } catch (error) {
      const isOffline = !(error instanceof Gone)
      if (isOffline) toast.warning('You are offline. This opens when the line is back.', { id: OFFLINE })
      throw error
    }
  }
  const Instead: Instead = ({ retry }) => {
    useTryAgain(retry)
    return meanwhile
  }
  return waitFor(loadOrTell, Instead, meanwhile)
}

/**
 * The component of a page; without a line one that tries again.
 * @param Instead stands in its place until then
 */
export function loadPage(load: Load<ComponentType>, Instead: Instead): Promise<ComponentType> {
  const loadOrRenew = async (): Promise<ComponentType> => {
    try {
      return await load()
    } catch (error) {
      if (!(await isServerThere())) throw error
      renew()
      throw new Gone()
    }
  }
  // It is renewed once it is shown: only then the address bar has its address, and the page before is gone.
  return load().catch(error => {
    // The server then leaves the page to the browser.
    if (typeof window === 'undefined') throw error
    return waitFor(loadOrRenew, Instead)
  })
}

/**
 * A component that is loaded when it is first shown.
 * @param Instead is shown when that failed, and tries again
 * @param meanwhile is shown before
 */
export function waitFor<Props extends object>(
  load: Load<ComponentType<Props>>,
  Instead: Instead,
  meanwhile?: ReactNode
): ComponentType<Props> {
  let found: ComponentType<Props> | null = null
  return function Late(props: Props) {
    const [Part, setPart] = useState(() => found)
    const [failure, setFailure] = useState<unknown>(null)
    const run = (): void => {
      load().then(
        part => {
          found = part
          setPart(() => part)
        },
        error => setFailure(error)
      )
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: once; what stands instead runs it again.
    useEffect(() => {
      if (!found) run()
    }, [])
    if (Part) return <Part {...props} />
    return failure ? <Instead retry={run} isGone={failure instanceof Gone} /> : meanwhile
  }
}

/** Opens the new version at this address. Once for each version: a file that is missing there too would do it for ever. */
function renew(): void {
  if (hasUnsaved()) tellNewVersion()
  else if (onceAVisit(`renew ${import.meta.url}`)) window.location.reload()
}

/** Whoever guards what was typed refuses to leave, as when the tab is closed. */
function hasUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

function tellNewVersion(): void {
  toast.info('A new version is here. Finish what you are writing, then press Update.', {
    id: 'new-version',
    action: { label: 'Update', run: () => window.location.reload() }
  })
}
