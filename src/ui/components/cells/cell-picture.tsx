/** A picture that a value embeds: small, with its text; the link where there is no such picture. docs/screens.md */

import { type ComponentChildren, type JSX, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { parseLink } from '../../../kernel/link-text';

/** The address of the picture that a link in the note `source` leads to; null for none, and for one that is too large. */
export type PictureAddress = (target: string, source: string) => Promise<string | null>;

/** The home of the views finds pictures. */
export const Pictures = createContext<PictureAddress>(() => Promise.resolve(null));

const WEB_ADDRESS = /^https?:\/\/\S+$/;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i;

/** Whether a value embeds a picture, by its name. */
export const isPicture = (source: string, target: string): boolean =>
  source.trimStart().startsWith('!') && PICTURE.test(target);

/** The target of a link, embedded or not, to a picture by its name; an address of the web as it is. Null: the text is neither. */
export function pictureTarget(text: string): string | null {
  if (WEB_ADDRESS.test(text)) return text;
  const target = parseLink(text)?.target ?? text;
  return PICTURE.test(target) ? target : null;
}

interface CellPictureProps {
  readonly target: string;
  readonly text: string;
  /** The note that has the value. */
  readonly source: string;
  /** Shown until the picture is there. */
  readonly children: ComponentChildren;
}

export function CellPicture({ target, text, source, children }: CellPictureProps): JSX.Element {
  const { address, drop } = usePicture(target, source);
  if (address === undefined || address === null) return <>{children}</>;
  return <img class="ndb-picture" src={address} alt={text} title={text} onError={drop} />;
}

interface FoundPicture {
  /** Undefined until it is known; null: there is none that can be shown. */
  readonly address: string | null | undefined;
  /** It can't be shown. */
  readonly drop: () => void;
}

/** The picture that a note's link leads to, or one of the web. */
export function usePicture(target: string, source: string): FoundPicture {
  const find = useContext(Pictures);
  const [address, setAddress] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    setAddress(undefined);
    const asked = WEB_ADDRESS.test(target) ? Promise.resolve(target) : find(target, source);
    void asked.then((found) => {
      if (!isGone) setAddress(found);
    });
    return () => {
      isGone = true;
    };
  }, [find, target, source]);
  return { address, drop: () => setAddress(null) };
}
