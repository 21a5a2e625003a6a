-- A note of a reader belongs to its article, and outlives the link by which it was left.
alter table proof_notes
  alter column preview_id drop not null,
  drop constraint proof_notes_preview_id_fkey,
  add foreign key (preview_id) references previews on delete set null;
