import { Plugin, type ViewElement, ViewUpcastWriter } from 'ckeditor5'

/**
 * Removes pasted pictures that have no upload and no address. Saving would remove them anyway (server/lib/html.ts).
 */
export class LeaveOutEmbeddedImages extends Plugin {
  static get pluginName() {
    return 'LeaveOutEmbeddedImages' as const
  }

  static get requires() {
    return ['ClipboardPipeline'] as const
  }

  init(): void {
    const { view } = this.editor.editing
    const writer = new ViewUpcastWriter(view.document)
    const isKept = (image: ViewElement): boolean =>
      image.hasAttribute('uploadId') || /^(https?:)?\/|^[^:]+$/i.test(image.getAttribute('src') ?? '')
    this.listenTo(
      this.editor.plugins.get('ClipboardPipeline'),
      'inputTransformation',
      (_, { content }) => {
        const images = [...view.createRangeIn(content)]
          .map(({ item }) => item)
          .filter(item => item.is('element', 'img'))
        for (const image of images) if (!isKept(image)) writer.remove(image)
      },
      // After CKEditor has found the pictures to upload.
      { priority: 'low' }
    )
  }
}
