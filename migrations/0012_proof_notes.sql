-- Notes that readers of a preview leave without an account. They expire with the preview.
create table proof_notes (
  id bigint generated always as identity primary key,
  preview_id bigint not null references previews on delete cascade,
  article_id bigint not null references articles on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  text text not null check (char_length(text) between 1 and 2000),
  -- the words that the note is about, and the text around them in the current version; all empty for the whole story
  quote text not null check (char_length(quote) <= 500),
  prefix text not null check (char_length(prefix) <= 64),
  suffix text not null check (char_length(suffix) <= 64),
  -- words to put in place of the quote
  suggestion text check (char_length(suggestion) <= 1000),
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  -- when the words were changed or removed; the text around them is that of the version before
  lost_at timestamptz check (is_answerable(lost_at)),
  resolved_at timestamptz check (is_answerable(resolved_at)),
  resolved_by bigint references users on delete set null
);

create index proof_notes_preview_id_idx on proof_notes (preview_id);
create index proof_notes_article_id_idx on proof_notes (article_id);
