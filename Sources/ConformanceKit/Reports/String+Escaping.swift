extension String {
    /// The text with control characters, which have no place in XML and trip readers of TAP, shown
    /// as `\u{1F}`. Line breaks stay.
    var visible: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": text += "\n"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FFFE}",
                "\u{FFFF}":
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The text for XML 1.0 and HTML, in which it stands as an element's text or an attribute.
    var escapedForXML: String {
        var text = ""
        for scalar in visible.unicodeScalars {
            switch scalar {
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "&": text += "&amp;"
            case "\"": text += "&quot;"
            case "\n": text += "&#10;"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
