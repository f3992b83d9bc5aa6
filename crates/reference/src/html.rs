//! Texts as HTML: what is escaped, and how names become addresses.

use std::fmt::Write;

/// A page while it is written. Text comes into it escaped (`text`, `attribute`) or as markup that is
/// a constant of this crate.
#[derive(Default)]
pub(crate) struct Page {
    html: String,
}

impl Page {
    /// Markup of ours.
    pub(crate) fn markup(&mut self, markup: &'static str) -> &mut Page {
        self.html.push_str(markup);
        self
    }

    /// Text of others.
    pub(crate) fn text(&mut self, text: &str) -> &mut Page {
        for letter in text.chars() {
            match letter {
                '&' => self.html.push_str("&amp;"),
                '<' => self.html.push_str("&lt;"),
                '>' => self.html.push_str("&gt;"),
                '"' => self.html.push_str("&quot;"),
                '\'' => self.html.push_str("&#39;"),
                // HTML has no other control characters.
                '\n' | '\t' => self.html.push(letter),
                letter if letter.is_control() => self.html.push('\u{fffd}'),
                letter => self.html.push(letter),
            }
        }
        self
    }

    /// ` name="value"`
    pub(crate) fn attribute(&mut self, name: &'static str, value: &str) -> &mut Page {
        self.markup(" ")
            .markup(name)
            .markup("=\"")
            .text(value)
            .markup("\"")
    }

    /// Text in which words between backquotes are code.
    pub(crate) fn prose(&mut self, text: &str) -> &mut Page {
        let parts: Vec<&str> = text.split('`').collect();
        // One backquote alone begins a template.
        if parts.len().is_multiple_of(2) {
            return self.text(text);
        }
        for (index, part) in parts.iter().enumerate() {
            match index % 2 {
                0 => self.text(part),
                _ => self.code(part),
            };
        }
        self
    }

    pub(crate) fn code(&mut self, text: &str) -> &mut Page {
        self.markup("<code>").text(text).markup("</code>")
    }

    pub(crate) fn link(&mut self, address: &str, text: &str) -> &mut Page {
        self.markup("<a").attribute("href", address).markup(">");
        self.text(text).markup("</a>")
    }

    pub(crate) fn finish(self) -> String {
        self.html
    }
}

/// A name of anything in letters that are safe in file names and addresses; two names differ here too,
/// also where capitals are the same as small letters.
pub(crate) fn encoded(name: &str) -> String {
    let mut found = String::new();
    for (index, byte) in name.bytes().enumerate() {
        let is_plain = byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if is_plain || (byte == b'.' && index > 0) {
            found.push(char::from(byte));
        } else {
            write!(found, "_{byte:02x}").expect("a string takes what is written");
        }
    }
    found
}

/// The same for each part of a path.
pub(crate) fn encoded_path(path: &str) -> String {
    let parts: Vec<String> = path.split('/').map(encoded).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        let mut page = Page::default();
        page.text("<a href='x'>&\"\0")
            .attribute("id", "\"><script>");
        let expected =
            "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\u{fffd} id=\"&quot;&gt;&lt;script&gt;\"";
        assert_eq!(page.finish(), expected);
    }

    #[test]
    fn words_in_backquotes_are_code() {
        let prose = |text| {
            let mut page = Page::default();
            page.prose(text);
            page.finish()
        };
        assert_eq!(prose("a `b<` c"), "a <code>b&lt;</code> c");
        assert_eq!(prose("a `b c"), "a `b c");
        assert_eq!(prose("a `b` c `(d ,e)"), "a `b` c `(d ,e)");
    }

    #[test]
    fn different_names_have_different_addresses() {
        let names = [
            "a", "A", "_61", "a_", "..", ".", "a.b", "a/b", "a b", "ä", "char<=?",
        ];
        let mut found: Vec<String> = names.iter().map(|name| encoded(name)).collect();
        let is_safe = |name: &String| {
            !name.starts_with('.')
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
        };
        assert!(found.iter().all(is_safe), "{found:?}");
        found.sort();
        found.dedup();
        assert_eq!(found.len(), names.len());
        assert_eq!(encoded_path("scheme/base.sld"), "scheme/base.sld");
        assert_eq!(encoded_path("../x"), "_2e./x");
    }
}
