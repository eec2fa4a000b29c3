import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { telegramLink } from './telegram.queries.ts';

/** Why alerts do not reach Telegram; renders nothing if they do, or while unknown. */
export function TelegramNote() {
  const { data: link } = useQuery(telegramLink);
  if (!link || link.linked) return null;
  if (!link.configured) return <>Not sent to Telegram: this site has no bot.</>;
  return (
    <>
      Not sent to Telegram: no chat is linked. <Link to="/account#notifications">Link Telegram</Link>
    </>
  );
}
