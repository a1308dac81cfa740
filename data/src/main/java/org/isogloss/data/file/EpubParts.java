// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.SecureXml;

/** The text of an EPUB book: its pages in the order of reading, without the table of contents. */
final class EpubParts {
  private EpubParts() {}

  static FileContent parse(ZipParts parts)
      throws IOException, XMLStreamException, MalformedRecordException {
    String packageFile =
        attributes(parts.get("META-INF/container.xml"), "rootfile").stream()
            .map(rootfile -> rootfile.getOrDefault("full-path", ""))
            .findFirst()
            .orElseThrow(
                () -> new MalformedRecordException("names no package file: it is damaged"));
    byte[] book = parts.get(packageFile);
    DublinCore properties = DublinCore.read(book);
    Set<String> encrypted = encrypted(parts);
    List<String> texts = new ArrayList<>();
    long length = 0;
    for (String page : pages(book, packageFile)) {
      if (encrypted.contains(page)) {
        throw new MalformedRecordException("is encrypted: decrypt it");
      }
      Optional<byte[]> content = parts.find(page);
      if (content.isPresent()) {
        String text = pageText(content.get(), properties);
        if (!text.isBlank()) {
          length += text.length();
          ParsingBudget.requireCharacters(length);
          texts.add(text);
        }
      }
    }
    return new FileContent(
        properties.title(),
        String.join("\n\n", texts),
        properties.language(),
        properties.metadata());
  }

  private static String pageText(byte[] page, DublinCore properties) {
    try {
      FileContent content = HtmlParser.parse(page, properties.language());
      boolean isOfPage = !content.title().equals(properties.title());
      String title = isOfPage ? content.title() : "";
      return (title + "\n\n" + content.text()).strip();
    } catch (MalformedRecordException e) {
      return ""; // A page with a picture only, such as the cover.
    }
  }

  private static Set<String> encrypted(ZipParts parts)
      throws IOException, XMLStreamException, MalformedRecordException {
    Set<String> encrypted = new LinkedHashSet<>();
    Optional<byte[]> list = parts.find("META-INF/encryption.xml");
    if (list.isPresent()) {
      attributes(list.get(), "CipherReference")
          .forEach(reference -> encrypted.add(reference.getOrDefault("URI", "")));
    }
    return encrypted;
  }

  /** The pages of the spine, as names of parts. */
  private static List<String> pages(byte[] book, String packageFile) throws XMLStreamException {
    Map<String, String> files = new HashMap<>();
    for (Map<String, String> item : attributes(book, "item")) {
      boolean page = item.getOrDefault("media-type", "").contains("html");
      boolean contents = item.getOrDefault("properties", "").contains("nav");
      if (page && !contents) {
        files.put(item.getOrDefault("id", ""), resolve(packageFile, item.getOrDefault("href", "")));
      }
    }
    return attributes(book, "itemref").stream()
        .map(reference -> files.get(reference.getOrDefault("idref", "")))
        .filter(file -> file != null)
        .distinct()
        .toList();
  }

  /** The name of the part to which a reference in another part points. */
  private static String resolve(String from, String reference) {
    String decoded = RelativeReference.path(reference);
    try {
      Path folder = Path.of("/" + from).getParent();
      return folder.resolve(decoded).normalize().toString().substring(1);
    } catch (InvalidPathException e) {
      return decoded; // No part has this name.
    }
  }

  /** The attributes of all elements with a name, by local name. */
  private static List<Map<String, String>> attributes(byte[] xml, String element)
      throws XMLStreamException {
    List<Map<String, String>> found = new ArrayList<>();
    XMLStreamReader reader = SecureXml.open(new ByteArrayInputStream(xml));
    while (reader.hasNext()) {
      if (reader.next() == XMLStreamConstants.START_ELEMENT
          && reader.getLocalName().equals(element)) {
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
          attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
        found.add(attributes);
      }
    }
    return found;
  }
}
