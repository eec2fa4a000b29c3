import { GoogleNotice } from '#contracts/google.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { toast } from '../../../ui/toast.ts';
import { proofsQuery } from '../proofs.queries.ts';

interface Notice {
  kind: 'success' | 'info' | 'error';
  sentence: string;
}

const NOTICES: Record<GoogleNotice, Notice> = {
  cancelled: { kind: 'info', sentence: 'You canceled the sign-in at Google. Nothing was changed.' },
  failed: { kind: 'error', sentence: 'The sign-in at Google failed. Try again, or use another method.' },
  unverified: {
    kind: 'error',
    sentence: 'Google has not verified this e-mail address, so it cannot sign you in here.',
  },
  other: {
    kind: 'error',
    sentence: 'The account of this e-mail is linked to another Google account. Use that one, or the password.',
  },
  password: {
    kind: 'info',
    sentence: 'This e-mail already has an account. Sign in with its password once; after that you can use Google.',
  },
  code: { kind: 'info', sentence: 'Now enter the code of your authenticator app.' },
  linked: { kind: 'success', sentence: 'Your Google account is linked' },
  taken: { kind: 'error', sentence: 'This Google account is already linked to another account here.' },
  confirmed: { kind: 'success', sentence: 'Confirmed. Now repeat what you were doing.' },
  'not-yours': { kind: 'error', sentence: 'This is not the Google account that is linked to your account.' },
};

export interface GoogleReturn extends Notice {
  notice: GoogleNotice;
}

function read(search: string): GoogleReturn | null {
  const { data: notice } = z.safeParse(GoogleNotice, new URLSearchParams(search).get('google'));
  return notice ? { notice, ...NOTICES[notice] } : null;
}

/** Reads the outcome of Google sign-in from the address and removes it there. */
export function useGoogleReturn(): GoogleReturn | null {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [back] = useState(() => read(search));
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!query.has('google')) return;
    const to = query.get('to');
    query.delete('google');
    query.delete('to');
    const rest = query.size > 0 ? `?${query.toString()}` : '';
    void navigate(pathname + rest + hash, { replace: true, state: to === null ? state : { from: to } });
  }, [pathname, search, hash, state, navigate]);
  return back;
}

/** Reports the outcome on whatever page Google returned to. */
export function useGoogleToast(): void {
  const client = useQueryClient();
  const back = useGoogleReturn();
  useEffect(() => {
    if (!back) return;
    toast[back.kind](back.sentence, { id: 'google' });
    void client.invalidateQueries(proofsQuery);
  }, [back, client]);
}
