import {
  type FileLoader,
  FileRepository,
  ImageUploadEditing,
  Notification,
  Plugin,
  type UploadAdapter
} from 'ckeditor5'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { type Uploaded, uploadLoosePicture, uploadPicture } from '../../domain/uploads/api.ts'
import { toast } from '../ui/toasts/toast.tsx'
import { sendPicture } from '../uploads/send-picture.ts'

/** Brings pictures to our server, and tells in our way why one could not be (UPL-15..UPL-22). */
export class UploadPictures extends Plugin {
  static get pluginName() {
    return 'UploadPictures' as const
  }

  static get requires() {
    return [FileRepository, ImageUploadEditing, Notification] as const
  }

  init(): void {
    const { editor } = this
    const slug = String(editor.config.get('uploadPictures.slug') ?? '')
    editor.plugins.get(FileRepository).createUploadAdapter = loader => adapterOf(loader, slug)
    // Its size is known before it is there, so that the text around it stays where it is. After the library has set the
    // rest, so that attributes stand in the order in which they are read back.
    this.listenTo(
      editor.plugins.get(ImageUploadEditing),
      'uploadComplete',
      (_, { data, imageElement }) => {
        const { width, height } = data as unknown as Uploaded
        editor.model.change(writer => writer.setAttributes({ width, height }, imageElement))
      },
      { priority: 'lowest' }
    )
    this.listenTo(editor.plugins.get(Notification), 'show:warning', (event, { title, message }) => {
      event.stop()
      toast.warning(
        <>
          <strong>{title || 'Picture'}</strong>
          <br />
          {message}
        </>,
        // The form under it is in use.
        { goesAfter: 10_000 }
      )
    })
  }
}

function adapterOf(loader: FileLoader, slug: string): UploadAdapter {
  const abort = new AbortController()
  // UPL-06
  const address = slug ? fillPath(uploadPicture.path, { slug }) : uploadLoosePicture.path
  return {
    async upload() {
      const file = await loader.file
      if (!file) throw new Error()
      const onProgress = (sent: number, total: number): void => {
        loader.uploaded = sent
        loader.uploadTotal = total
      }
      // The editor shows what is thrown as it is.
      const made = await sendPicture(file, { address, signal: abort.signal, onProgress }).catch(({ message }) => {
        throw message
      })
      return { ...made, urls: inAllWidths(made) }
    },
    abort: () => abort.abort()
  }
}

/** Where a browser may choose, the whole picture is among what it chooses from. */
export function inAllWidths({ url, urls, width }: Uploaded): Uploaded['urls'] {
  return Object.keys(urls).length > 1 ? { ...urls, [width]: url } : urls
}
