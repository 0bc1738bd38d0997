// The functions of unpdf that are used. They are a separate bundle, loaded with the first PDF.
export { getDocumentProxy, getMeta, getResolvedPDFJS } from 'unpdf';
