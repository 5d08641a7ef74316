// biome-ignore lint/style/noRestrictedImports: all other files use Dialog.tsx.
import { Modal, type ModalProps } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useBlocker, useLocation, useNavigate, useNavigation } from 'react-router'
import { useFocusBack } from './focus.ts'
import { holdDialogToasts } from './toasts/toast-place.ts'

export interface DialogProps extends ModalProps {
  /** For a question about leaving the page, which handles Back itself. */
  asksAtBack?: boolean
}

/** The window of a dialog. Its code loads after the first view (`Dialog.tsx`). */
export function DialogWindow({ opened, onClose, asksAtBack = false, children, ...props }: DialogProps) {
  const root = useRef<HTMLDivElement>(null)
  useFocusBack(opened, root)
  useEscape(opened, onClose)
  // Opens after it is mounted, so that its transition runs.
  const [isMade, setMade] = useState(false)
  useEffect(() => setMade(true), [])
  return (
    <Modal {...props} ref={root} opened={opened && isMade} onClose={onClose} returnFocus={false} closeOnEscape={false}>
      {opened && !asksAtBack && <ClosedByBack onClose={onClose} />}
      {children}
      {opened && <div ref={holdDialogToasts} />}
    </Modal>
  )
}

/** The open dialogs, the top one last. Escape closes only that one. */
const dialogs: RefObject<() => void>[] = []

function closeTop({ key, target, isComposing }: KeyboardEvent): void {
  // The open list of a select closes first.
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
 * Adds a second history entry to the first page of a visit, because Back would leave the site and no page can stop that.
 * Waits while another page is loading, because navigating now would cancel it.
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
