import { JoinCodeModal } from './JoinCodeModal.tsx'
import { closeCode, joinWithCode, useCodeAsked } from './join.ts'

/** The modal for a session that answered WRONG_CODE; mount it once wherever sessions can be joined. */
export function JoinCode() {
  const asked = useCodeAsked()
  return <JoinCodeModal opened={asked !== null} onClose={closeCode} onSubmit={joinWithCode} />
}
