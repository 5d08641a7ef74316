// biome-ignore lint/style/noRestrictedImports: the one place.
import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useFocusBack } from './focus.ts'

interface Props extends ModalProps {
  /** A question about leaving the page asks at Back by itself. */
  asksAtBack?: boolean
}

/** Every dialog of the page. It keeps the focus, gives it back to its opener, and is closed by Escape and by Back. */
export function Dialog({ opened, onClose, asksAtBack = false, children, ...props }: Props) {
  const root = useRef<HTMLDivElement>(null)
  useFocusBack(opened, root)
  return (
    <Modal {...props} ref={root} opened={opened} onClose={onClose} returnFocus={false}>
      {opened && !asksAtBack && <ClosedByBack onClose={onClose} />}
      {children}
    </Modal>
  )
}

function ClosedByBack({ onClose }: { onClose: () => void }) {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP')
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    onClose()
  }, [blocker, onClose])
  return null
}
