/** A picture that a value embeds: small, with its text; the link where there is no such picture. docs/screens.md */

import { type ComponentChildren, type JSX, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

/** The address of the picture that a link in the note `source` leads to; null for none. */
export type PictureAddress = (target: string, source: string) => Promise<string | null>;

/** The home of the views finds pictures. */
export const Pictures = createContext<PictureAddress>(() => Promise.resolve(null));

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i;

/** Whether a value embeds a picture, by its name. */
export const isPicture = (source: string, target: string): boolean =>
  source.trimStart().startsWith('!') && PICTURE.test(target);

interface CellPictureProps {
  readonly target: string;
  readonly text: string;
  /** The note that has the value. */
  readonly source: string;
  /** Shown until the picture is there. */
  readonly children: ComponentChildren;
}

export function CellPicture({ target, text, source, children }: CellPictureProps): JSX.Element {
  const find = useContext(Pictures);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    setAddress(null);
    void find(target, source).then((found) => {
      if (!isGone) setAddress(found);
    });
    return () => {
      isGone = true;
    };
  }, [find, target, source]);
  if (address === null) return <>{children}</>;
  return <img class="ndb-picture" src={address} alt={text} title={text} onError={() => setAddress(null)} />;
}
