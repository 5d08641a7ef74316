import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import { useIsCutOff, useIsOffline } from '../live/presence.ts'
import classes from './SessionFrame.module.css'

/** A fixed notice in the corner, so that the page doesn't shift when a phone briefly loses its network. */
export function Offline() {
  const offline = useIsOffline()
  const isCutOff = useIsCutOff()
  return (
    <div role="status" className={classes.offline} data-shown={offline || undefined}>
      {offline && (
        <>
          <IconCloudOff size={20} aria-hidden />
          {isCutOff ? 'No connection to the server. Reconnecting…' : 'You’re offline. Reconnecting…'}
        </>
      )}
    </div>
  )
}
