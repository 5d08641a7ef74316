import { Button, Group } from '@mantine/core'
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { type RefObject, useDeferredValue, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { Dialog } from '../Dialog.tsx'

interface Props {
  /** Whether this browser keeps the typed text. */
  typed: 'kept' | 'no room' | 'lost'
  /** The form stays open when only the query of its address changes. */
  follows?: boolean
  /** True while the page is left because the form was saved or deleted. */
  isLeaving?: RefObject<boolean>
}

/**
 * Asks before someone leaves unsaved changes behind, by a link or by closing the tab. After the first change it follows a
 * frame later, so that the change shows at once.
 */
export function LeaveGuard({ isChanged, ...props }: Props & { isChanged: boolean }) {
  const isGuarded = useDeferredValue(isChanged)
  return isChanged && isGuarded && <OneGuard {...props} />
}

/** One guard for each form on screen that has changes. */
const guards = atom<readonly symbol[]>([])

/** The router runs only one blocker, so the guard of the first form asks for all forms. */
function OneGuard(props: Props) {
  const [me] = useState(Symbol)
  useEffect(() => {
    guards.set([...guards.get(), me])
    return () => guards.set(guards.get().filter(one => one !== me))
  }, [me])
  return useStore(guards)[0] === me && <Guard {...props} />
}

function Guard({ typed, follows = false, isLeaving }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isLeaving?.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (!follows && currentLocation.search !== nextLocation.search))
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isLeaving?.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isLeaving])
  return (
    <Dialog
      asksAtBack
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      size="26rem"
    >
      {TEXTS[typed]}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
          Stay
        </Button>
        <Button onClick={() => blocker.proceed?.()}>Leave</Button>
      </Group>
    </Dialog>
  )
}

const TEXTS = {
  kept: 'We keep what you typed in this browser, and offer it when you come back to this page.',
  'no room': 'This browser has no room to keep what you typed. You’ll lose it.',
  lost: 'You’ll lose what you typed here.'
}
