-- What browsers report about our Content-Security-Policy, counted: which rule was broken, by what, on which part of the
-- site. No address of a page, no network, no browser.
create table policy_reports (
  day date not null default current_date,
  area text not null check (area in ('admin', 'public')),
  directive text not null,
  -- an origin, or a word such as `eval` and `inline`
  blocked text not null,
  reports integer not null default 1 check (reports > 0),
  primary key (day, area, directive, blocked)
);
