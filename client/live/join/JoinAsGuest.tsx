import { Dialog } from '../../ui/Dialog.tsx'
import { Loading } from '../../ui/loading/Loading.tsx'
import { late } from '../../ui/loading/late.tsx'
import { closeName, useNameAsked } from './asked-name.ts'

const GuestForm = late(async () => (await import('./GuestForm.tsx')).GuestForm, <Loading cards={1} />)

/** The dialog in which a visitor joins as a guest (D-152). Mount it once on pages where people can join. */
export function JoinAsGuest() {
  const asked = useNameAsked()
  return (
    <Dialog opened={asked !== null} onClose={closeName} title="Join this session" size="26rem" yOffset="0.5rem">
      {asked && <GuestForm {...asked} />}
    </Dialog>
  )
}
