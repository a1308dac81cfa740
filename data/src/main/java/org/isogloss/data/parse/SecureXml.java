// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parse;

import java.io.InputStream;
import java.io.Reader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Opens XML files of unknown origin: no entity is declared in them or read from another file. */
public final class SecureXml {
  /** Maximum nesting of elements. */
  private static final int MAX_DEPTH = 500;

  private SecureXml() {}

  public static XMLStreamReader open(Reader text) throws XMLStreamException {
    return factory().createXMLStreamReader(text);
  }

  /** Opens XML in the encoding that it declares. */
  public static XMLStreamReader open(InputStream bytes) throws XMLStreamException {
    return factory().createXMLStreamReader(bytes);
  }

  /** The problem of XML that is not well-formed, without the position that the JDK puts first. */
  public static String problem(XMLStreamException e) {
    return String.valueOf(e.getMessage()).replaceFirst("(?s)^.*?Message: ", "");
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty("jdk.xml.maxElementDepth", MAX_DEPTH); // 100 or unlimited by default
    // The JDK limits the size of a document to protect from entities that a DTD declares.
    factory.setProperty("jdk.xml.totalEntitySizeLimit", 0);
    factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", 0);
    return factory;
  }
}
