import { readLeftOut } from '../../domain/uploads/left-out.ts'
import { toast } from '../ui/toasts/toast.tsx'

/** Tells the author which pictures the saved text has lost, and why (D-141). */
export function showLeftOutPictures(text: string): void {
  const pictures = readLeftOut(text)
  toast.warning(
    <>
      <strong>{pictures.length === 1 ? 'A picture was left out' : `${pictures.length} pictures were left out`}</strong>
      {pictures.map(({ address, reason }) => (
        <span key={address} style={{ display: 'block', overflowWrap: 'anywhere' }}>
          {address} couldn’t be copied: {reason}.
        </span>
      ))}
    </>
  )
}
