// biome-ignore lint/style/noRestrictedImports: the one place.
import { Modal, type ModalProps } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useBlocker, useLocation, useNavigate, useNavigation } from 'react-router'
import { useFocusBack } from './focus.ts'

interface Props extends ModalProps {
  /** A question about leaving the page asks at Back by itself. */
  asksAtBack?: boolean
}

/** Every dialog of the page. It keeps the focus, gives it back to its opener, and is closed by Escape and by Back. */
export function Dialog({ opened, onClose, asksAtBack = false, children, ...props }: Props) {
  const root = useRef<HTMLDivElement>(null)
  useFocusBack(opened, root)
  useEscape(opened, onClose)
  // Made when it is first opened, as most never are, and opened once it is there: so it comes in as it does each time.
  const [isMade, setMade] = useState(false)
  useEffect(() => {
    if (opened) setMade(true)
  }, [opened])
  if (!opened && !isMade) return null
  return (
    <Modal {...props} ref={root} opened={opened && isMade} onClose={onClose} returnFocus={false} closeOnEscape={false}>
      {opened && !asksAtBack && <ClosedByBack onClose={onClose} />}
      {children}
    </Modal>
  )
}

/** Those that are open, the one on top last: Escape closes that one alone. */
const dialogs: RefObject<() => void>[] = []

function closeTop({ key, target, isComposing }: KeyboardEvent): void {
  // A list that is open in a field closes first.
  const isOfField = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
  if (key === 'Escape' && !isComposing && !isOfField) dialogs.at(-1)?.current()
}

function useEscape(opened: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!opened) return
    if (dialogs.length === 0) window.addEventListener('keydown', closeTop, { capture: true })
    dialogs.push(close)
    return () => {
      dialogs.splice(dialogs.indexOf(close), 1)
      if (dialogs.length === 0) window.removeEventListener('keydown', closeTop, { capture: true })
    }
  }, [opened])
}

function ClosedByBack({ onClose }: { onClose: () => void }) {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP')
  useEntryBehind()
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    onClose()
  }, [blocker, onClose])
  return null
}

/**
 * Back from the first page of a visit leaves the site, and no page can stop that: so the page gets a second entry. Not
 * while another page is on its way, which has an entry of its own and would be called off.
 */
function useEntryBehind(): void {
  const location = useLocation()
  const navigate = useNavigate()
  const first = useRef(location)
  const isIdle = useNavigation().state === 'idle'
  useEffect(() => {
    const entry = window.history.state as { idx?: number } | null
    if (!isIdle || entry?.idx !== 0) return
    const { state } = first.current
    void navigate(first.current, { state, preventScrollReset: true, defaultShouldRevalidate: false })
  }, [navigate, isIdle])
}
